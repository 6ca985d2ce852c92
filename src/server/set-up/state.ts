import { eq, sql } from 'drizzle-orm'
import { chosenState, type SetUp } from '#domain/set-up/set-up.ts'
import { releases } from '#server/collections/collections-table.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { products } from '#server/products/table.ts'
import { websites } from '#server/sites/table.ts'
import { performances } from '#server/tour/table.ts'

const isCurrentSite = (tx: SiteTx) => eq(websites.websiteId, scopeOf(tx).websiteId)
const columns = { state: websites.setUp, ownSince: websites.ownSince }

export async function readSetUp(tx: SiteTx): Promise<SetUp> {
  const [row] = await tx.select(columns).from(websites).where(isCurrentSite(tx))
  return { state: row?.state ?? null, isOwn: row?.ownSince != null }
}

/** Whether the owner has added any of these. Archived products do not count. */
export async function readOwnContent(tx: SiteTx): Promise<{ show: boolean; record: boolean; product: boolean }> {
  const { rows } = await tx.execute<{ show: boolean; record: boolean; product: boolean }>(sql`
    select exists (select from ${performances} where not ${performances.isDemo}) as show,
      exists (select from ${releases} where not ${releases.isDemo}) as record,
      exists (select from ${products} where not ${products.isDemo} and ${products.status} <> 'archived') as product`)
  return rows[0]!
}

/** Stores whether the owner explores the demo first or dismisses the guide. */
export async function chooseSetUp(tx: SiteTx, chosen: 'exploring' | 'dismissed'): Promise<SetUp> {
  const { isOwn } = await lockSetUp(tx)
  const state = chosenState({ isOwn }, chosen)
  await tx.update(websites).set({ setUp: state }).where(isCurrentSite(tx))
  return { state, isOwn }
}

export async function markSiteAsOwn(tx: SiteTx, now: Date): Promise<SetUp> {
  await tx.update(websites).set({ setUp: 'mine', ownSince: now }).where(isCurrentSite(tx))
  return { state: 'mine', isOwn: true }
}

/** Locks the row of the website until the end of the transaction. */
export async function lockSetUp(tx: SiteTx): Promise<SetUp> {
  const [row] = await tx.select(columns).from(websites).where(isCurrentSite(tx)).for('update')
  return { state: row?.state ?? null, isOwn: row?.ownSince != null }
}
