import { and, asc, desc, eq, getTableColumns, gte, lt, ne } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { earliestOpenDay, type Show, shownShows, shownStatus } from '#domain/tour/show.ts'
import type { ShowRequest } from '#domain/tour/show-list.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { contains, inDirection, pageOf } from '#server/db/list.ts'
import { performances } from '#server/tour/table.ts'

const { websiteId: _, ...columns } = getTableColumns(performances)
export const showColumns = columns

/** A show as the site keeps it: also when it was written down, announced and changed last, and its version. */
export type StoredShow = Show & { sequence: number; createdAt: Date; updatedAt: Date; announcedAt: Date | null }

const maxShows = 500

/** What visitors see; of more than `maxShows`, the earliest upcoming, or the latest when past ones are included. */
export async function listShows(
  tx: SiteTx,
  now: Date,
  { includePast = false }: { includePast?: boolean } = {},
): Promise<StoredShow[]> {
  const { date, status } = performances
  const found = includePast
    ? await tx.select(columns).from(performances).where(ne(status, 'draft')).orderBy(desc(date)).limit(maxShows)
    : await tx
        .select(columns)
        .from(performances)
        .where(and(eq(status, 'upcoming'), gte(date, earliestOpenDay(now))))
        .orderBy(asc(date))
        .limit(maxShows)
  return shownShows(found, now, { includePast })
}

export async function showBySlug(tx: SiteTx, slug: string, now: Date): Promise<StoredShow | null> {
  const [found] = await tx
    .select(columns)
    .from(performances)
    .where(and(eq(performances.slug, slug), ne(performances.status, 'draft')))
  return found ? { ...found, status: shownStatus(found, now) } : null
}

/** For administrators: drafts too, with the status that was stored, a page at a time. */
export async function findShows(
  tx: SiteTx,
  { q, status, availability, when: period, sort, direction, page, size }: ShowRequest,
  now: Date,
): Promise<{ shows: StoredShow[]; total: number }> {
  const { city, venue, date, updatedAt, id } = performances
  const openDay = earliestOpenDay(now)
  const by = { date, city, venue, status: performances.status, changed: updatedAt }[sort]
  const { rows, total } = await pageOf(tx, {
    rows: tx.select(columns).from(performances).$dynamic(),
    from: performances,
    where: and(
      contains(q, city, venue),
      status && eq(performances.status, status),
      availability && eq(performances.availability, availability),
      period && (period === 'upcoming' ? gte(date, openDay) : lt(date, openDay)),
    ),
    orderBy: [by, date, id].map((column) => inDirection(direction, column)),
    page,
    size,
  })
  return { shows: rows, total }
}

export async function showById(tx: SiteTx, id: string): Promise<StoredShow> {
  const [found] = await tx.select(columns).from(performances).where(eq(performances.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}
