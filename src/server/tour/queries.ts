import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import type { LocalDate } from '#domain/time/local-time.ts'
import type { CalendarShow } from '#domain/tour/calendar.ts'
import { earliestUpcomingDate, latestPastDate, publicShows, type Show, showStatusAt } from '#domain/tour/show.ts'
import type { ShowRequest } from '#domain/tour/show-list.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { containsWords, orderByDirection, pageOf } from '#server/db/list.ts'
import { performances } from '#server/tour/table.ts'

const { websiteId: _, ...columns } = getTableColumns(performances)
export const showColumns = columns
const { id, slug, date, time, zone, venue, city, country, status: storedStatus, supportActs, tags } = columns
const { availability, updatedAt } = columns

/** A show as the site keeps it: also when it was written down, announced and changed last, and its version. */
export type StoredShow = Show & {
  sequence: number
  createdAt: Date
  updatedAt: Date
  announcedAt: Date | null
  previousDate: LocalDate | null
}

const isAnnounced = ne(storedStatus, 'draft')
const maxShows = 500

/** What visitors see; of more than `maxShows`, the earliest upcoming, or the latest when past ones are included. */
export async function listShows(
  tx: SiteTx,
  now: Date,
  { includePast = false }: { includePast?: boolean } = {},
): Promise<StoredShow[]> {
  const found = includePast
    ? await tx.select(columns).from(performances).where(isAnnounced).orderBy(desc(date)).limit(maxShows)
    : await tx
        .select(columns)
        .from(performances)
        .where(and(eq(storedStatus, 'upcoming'), gte(date, earliestUpcomingDate(now))))
        .orderBy(asc(date))
        .limit(maxShows)
  return publicShows(found, now, { includePast })
}

export async function showBySlug(tx: SiteTx, wanted: string, now: Date): Promise<StoredShow | null> {
  const [found] = await tx
    .select(columns)
    .from(performances)
    .where(and(eq(slug, wanted), isAnnounced))
  return found ? { ...found, status: showStatusAt(found, now) } : null
}

/**
 * All shows that are over, or can be within the hour, latest first. Only the columns that the index of past shows needs,
 * because there may be thousands.
 */
export function showsForPastIndex(tx: SiteTx, now: Date) {
  const { countyRegion } = columns
  const isClosing = and(eq(storedStatus, 'upcoming'), lte(date, latestPastDate(now)))
  return (
    tx
      .select({ id, date, time, zone, status: storedStatus, city, venue, country, countyRegion, supportActs, tags })
      .from(performances)
      .where(or(eq(storedStatus, 'past'), isClosing))
      // A show without a time counts until the end of its day; PostgreSQL puts it first here.
      .orderBy(desc(date), desc(time), desc(id))
  )
}

/** The announced shows with these ids, in this order. */
export async function showsByIds(tx: SiteTx, ids: readonly string[], now: Date): Promise<StoredShow[]> {
  if (ids.length === 0) return []
  const found = await tx
    .select(columns)
    .from(performances)
    .where(and(inArray(id, [...ids]), isAnnounced))
  const byId = new Map(found.map((show) => [show.id, { ...show, status: showStatusAt(show, now) }]))
  return ids.flatMap((each) => byId.get(each) ?? [])
}

/** All announced shows, past ones too, earliest first: a calendar deletes events that are missing from its subscription. */
export function showsForCalendar(tx: SiteTx): Promise<CalendarShow[]> {
  const { address, postCode, countyRegion, priceNotes, bookingLink, sequence } = columns
  const when = { date, time, zone }
  const where = { venue, address, postCode, city, countyRegion, country }
  return tx
    .select({ id, slug, ...when, ...where, supportActs, priceNotes, bookingLink, availability, sequence, updatedAt })
    .from(performances)
    .where(isAnnounced)
    .orderBy(asc(date), asc(time), asc(id))
}

/** The pages of all announced shows. */
export const showPages = (tx: SiteTx) =>
  tx.select({ slug, updatedAt }).from(performances).where(isAnnounced).orderBy(asc(date), asc(id))

/** The shows that were announced last. */
export function latestAnnouncedShows(tx: SiteTx, limit: number) {
  const { announcedAt, createdAt } = columns
  return tx
    .select({ slug, date, city, venue, availability, supportActs, announcedAt, createdAt })
    .from(performances)
    .where(isAnnounced)
    .orderBy(sql`coalesce(${announcedAt}, ${createdAt}) desc`, desc(id))
    .limit(limit)
}

/** For administrators: drafts too, with the status that was stored, a page at a time. */
export async function findShows(
  tx: SiteTx,
  { q, status, availability, when: period, sort, direction, page, size }: ShowRequest,
  now: Date,
): Promise<{ shows: StoredShow[]; total: number }> {
  const openDay = earliestUpcomingDate(now)
  const { rows, total } = await pageOf(tx, {
    rows: tx.select(columns).from(performances).$dynamic(),
    from: performances,
    where: and(
      containsWords(q, city, venue),
      status && eq(performances.status, status),
      availability && eq(performances.availability, availability),
      period && (period === 'upcoming' ? gte(date, openDay) : lt(date, openDay)),
    ),
    orderBy: orderOf(sort, openDay).map((by) => orderByDirection(direction, by)),
    page,
    size,
  })
  return { shows: rows, total }
}

function orderOf(sort: ShowRequest['sort'], openDay: string): (AnyColumn | SQL)[] {
  // The next show first, then those after it, then the past ones, the latest first.
  if (sort === 'next') return [sql`${date} < ${openDay}`, sql`abs(${date} - ${openDay}::date)`, time, id]
  const by = { date, city, venue, status: performances.status, changed: updatedAt }[sort]
  return [by, date, id]
}

export async function showById(tx: SiteTx, id: string): Promise<StoredShow> {
  const [found] = await tx.select(columns).from(performances).where(eq(performances.id, id))
  if (!found) throw new Refusal('not-found')
  return found
}
