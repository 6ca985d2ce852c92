import { localOf } from '#domain/time/zoned.ts'
import { leavesListAt, type Show } from '#domain/tour/show.ts'

/** A draft that is dated so soon was probably meant to be announced. */
export const soonDays = 14
/** By then fans look for tickets. */
export const ticketDays = 60

const day = 86_400_000
type When = Pick<Show, 'date' | 'time' | 'zone'>

/** By the calendar at the venue. */
const isWithin = (show: When, days: number, now: Date): boolean =>
  leavesListAt(show) >= now && show.date <= localOf(new Date(+now + days * day), show.zone).date

export const isDraftSoon = (show: When & Pick<Show, 'status'>, now: Date): boolean =>
  show.status === 'draft' && isWithin(show, soonDays, now)

/** A free, cancelled, postponed or sold-out show needs no ticket link. */
export const needsTicketLink = (
  show: When & Pick<Show, 'status' | 'availability' | 'bookingLink'>,
  now: Date,
): boolean =>
  show.status === 'upcoming' &&
  !show.bookingLink &&
  (show.availability === 'scheduled' || show.availability === 'rescheduled') &&
  isWithin(show, ticketDays, now)
