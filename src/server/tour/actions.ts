import { and, asc, desc, eq, getTableColumns, gte, like, ne, or, sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { type ShowDraft, showSlug } from '#domain/tour/draft.ts'
import { type Show, shownShows, shownStatus } from '#domain/tour/show.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { performances } from '#server/tour/table.ts'

const { websiteId: _, ...columns } = getTableColumns(performances)

/** A show as the site keeps it: also when it was written down, announced and changed last, and how often. */
export type StoredShow = Show & { sequence: number; createdAt: Date; updatedAt: Date; announcedAt: Date | null }

const mostShows = 500

/** What visitors see; of more than `mostShows`, the earliest upcoming ones, or the latest when past ones are included. */
export async function listShows(
  tx: SiteTx,
  now: Date,
  { includePast = false }: { includePast?: boolean } = {},
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
  return shownShows(found, now, { includePast })
}

export async function showBySlug(tx: SiteTx, slug: string, now: Date): Promise<StoredShow | null> {
  const { slug: called, status } = performances
  const [found] = await tx
    .select(columns)
    .from(performances)
    .where(and(eq(called, slug), ne(status, 'draft')))
  return found ? { ...found, status: shownStatus(found, now) } : null
}

/** Its address is made from the date and place; a second show of that name gets a number. */
export async function addShow(tx: SiteTx, draft: ShowDraft & { id?: string }, now = new Date()): Promise<StoredShow> {
  const announcedAt = draft.status === 'draft' ? null : now
  for (const slug of slugsFor(draft)) {
    const [added] = await tx
      .insert(performances)
      .values({ ...draft, slug, announcedAt })
      .onConflictDoNothing()
      .returning(columns)
    if (added) return added
  }
  throw new Error(`There are a hundred shows called ${showSlug(draft)}.`)
}

/** The address of a show that was ever announced stays as it is: it is printed on posters. */
export async function changeShow(tx: SiteTx, before: StoredShow, draft: ShowDraft, now: Date): Promise<StoredShow> {
  const slug = before.announcedAt ? before.slug : await freeSlug(tx, before, draft)
  const announcedAt = before.announcedAt ?? (draft.status === 'draft' ? null : now)
  const [changed] = await tx
    .update(performances)
    .set({ ...draft, slug, announcedAt, sequence: sql`${performances.sequence} + 1` })
    .where(eq(performances.id, before.id))
    .returning(columns)
  if (!changed) throw new Refusal('not-found')
  return changed
}

function slugsFor(draft: ShowDraft): string[] {
  const name = showSlug(draft)
  return [name, ...Array.from({ length: 99 }, (_, at) => `${name}-${at + 2}`)]
}

async function freeSlug(tx: SiteTx, { id, slug }: StoredShow, draft: ShowDraft): Promise<string> {
  const name = showSlug(draft)
  const taken = await tx
    .select({ slug: performances.slug })
    .from(performances)
    .where(and(ne(performances.id, id), or(eq(performances.slug, name), like(performances.slug, `${name}-%`))))
  const others = new Set(taken.map((each) => each.slug))
  return slugsFor(draft).find((each) => !others.has(each)) ?? slug
}

/** The earliest date that is not over yet somewhere. */
function lastPlaceOnEarth(now: Date): string {
  return new Date(+now - 12 * 3_600_000).toISOString().slice(0, 10)
}
