import { and, asc, desc, eq, getTableColumns, gte, ne, sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { type ShowDraft, showSlug } from '#domain/tour/draft.ts'
import { type Show, shownShows, shownStatus } from '#domain/tour/show.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { performances } from '#server/tour/table.ts'

const { websiteId: _, ...columns } = getTableColumns(performances)

/** A show as the site keeps it: also when it was written down, when it was changed last, and how often. */
export type StoredShow = Show & { sequence: number; createdAt: Date; updatedAt: Date }

const mostShows = 500

/** What visitors see; when there are more than `limit`, upcoming ones keep the earliest and past ones the latest. */
export async function listShows(
  tx: SiteTx,
  now: Date,
  { includePast = false, limit = mostShows }: { includePast?: boolean; limit?: number } = {},
): Promise<StoredShow[]> {
  const { date, status } = performances
  const found = includePast
    ? await tx.select(columns).from(performances).where(ne(status, 'draft')).orderBy(desc(date)).limit(mostShows)
    : await tx
        .select(columns)
        .from(performances)
        .where(and(eq(status, 'upcoming'), gte(date, lastPlaceOnEarth(now))))
        .orderBy(asc(date))
        .limit(mostShows)
  const shown = shownShows(found, now, { includePast })
  return includePast ? shown.slice(-limit) : shown.slice(0, limit)
}

export async function showBySlug(tx: SiteTx, slug: string, now: Date): Promise<StoredShow | null> {
  const { slug: called, status } = performances
  const [found] = await tx
    .select(columns)
    .from(performances)
    .where(and(eq(called, slug), ne(status, 'draft')))
  return found ? { ...found, status: shownStatus(found, now) } : null
}

/** For the artist: drafts too, with the status that was stored, the latest first. */
export function allShows(tx: SiteTx, { limit = mostShows }: { limit?: number } = {}): Promise<StoredShow[]> {
  return tx.select(columns).from(performances).orderBy(desc(performances.date)).limit(limit)
}

/** Its address is made from the date and place; a second show of that name gets a number. */
export async function addShow(tx: SiteTx, draft: ShowDraft): Promise<StoredShow> {
  const name = showSlug(draft)
  for (let number = 1; number <= 100; number++) {
    const slug = number === 1 ? name : `${name}-${number}`
    const [added] = await tx
      .insert(performances)
      .values({ ...draft, slug })
      .onConflictDoNothing()
      .returning(columns)
    if (added) return added
  }
  throw new Error(`There are a hundred shows called ${name}.`)
}

/** The address stays as it is: it is printed on posters. */
export async function changeShow(tx: SiteTx, id: string, draft: ShowDraft): Promise<StoredShow> {
  const [changed] = await tx
    .update(performances)
    .set({ ...draft, sequence: sql`${performances.sequence} + 1` })
    .where(eq(performances.id, id))
    .returning(columns)
  if (!changed) throw new Refusal('not-found')
  return changed
}

export async function removeShow(tx: SiteTx, id: string): Promise<void> {
  const removed = await tx.delete(performances).where(eq(performances.id, id)).returning({ id: performances.id })
  if (!removed.length) throw new Refusal('not-found')
}

/** The earliest date that is not over yet somewhere. */
function lastPlaceOnEarth(now: Date): string {
  return new Date(+now - 12 * 3_600_000).toISOString().slice(0, 10)
}
