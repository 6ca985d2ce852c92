import { and, asc, eq, gte, inArray, isNull, lte, type SQL } from 'drizzle-orm'
import { draftSoonDays, isDraftSoon, needsTicketLink, ticketLinkDays } from '#domain/tour/needs-attention.ts'
import { type Show, showStatusAt } from '#domain/tour/show.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { performances } from '#server/tour/table.ts'

const { id, date, time, zone, city, venue, country, status, availability, bookingLink } = performances
const columns = { id, date, time, zone, city, venue, country, status, availability, bookingLink }

/** The fields of a show that the to-do list needs. */
export type ShowSummary = Pick<Show, keyof typeof columns>

const hour = 3_600_000
const dayOf = (now: Date, days = 0) => new Date(+now + days * 24 * hour).toISOString().slice(0, 10)
const maxShows = 200

/** The next announced shows, by the venues' own clocks. */
export async function nextShows(tx: SiteTx, now: Date, limit: number): Promise<ShowSummary[]> {
  // The day at a venue may be one behind ours, so a few more are read than are wanted.
  const found = await showsInRange(tx, now, { until: null, limit: limit + 20 }, eq(status, 'upcoming'))
  return found.filter((show) => showStatusAt(show, now) === 'upcoming').slice(0, limit)
}

export async function draftShowsSoon(tx: SiteTx, now: Date): Promise<ShowSummary[]> {
  const found = await showsInRange(tx, now, { until: draftSoonDays, limit: maxShows }, eq(status, 'draft'))
  return found.filter((show) => isDraftSoon(show, now))
}

export async function showsWithoutTickets(tx: SiteTx, now: Date): Promise<ShowSummary[]> {
  const open = and(eq(status, 'upcoming'), isNull(bookingLink), inArray(availability, ['scheduled', 'rescheduled']))
  const found = await showsInRange(tx, now, { until: ticketLinkDays, limit: maxShows }, open)
  return found.filter((show) => needsTicketLink(show, now))
}

type Range = { until: number | null; limit: number }

/** From yesterday on, a day more than asked for at each end: the domain looks at the venues' clocks. */
function showsInRange(tx: SiteTx, now: Date, { until, limit }: Range, wanted: SQL | undefined): Promise<ShowSummary[]> {
  const end = until === null ? undefined : lte(date, dayOf(now, until + 1))
  return tx
    .select(columns)
    .from(performances)
    .where(and(gte(date, dayOf(now, -1)), end, wanted))
    .orderBy(asc(date), asc(time), asc(id))
    .limit(limit)
}
