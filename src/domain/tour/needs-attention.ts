import { localDateTimeOf } from '#domain/time/local-time.ts'
import { becomesPastAt, type Show } from '#domain/tour/show.ts'

/** A draft that is dated so soon was probably meant to be announced. */
export const draftSoonDays = 14
/** By then fans look for tickets. */
export const ticketLinkDays = 60

const day = 86_400_000
type ShowMoment = Pick<Show, 'date' | 'time' | 'zone'>

/** By the calendar at the venue. */
const isWithin = (show: ShowMoment, days: number, now: Date): boolean =>
  becomesPastAt(show) >= now && show.date <= localDateTimeOf(new Date(+now + days * day), show.zone).date

export const isDraftSoon = (show: ShowMoment & Pick<Show, 'status'>, now: Date): boolean =>
  show.status === 'draft' && isWithin(show, draftSoonDays, now)

/** A free, cancelled, postponed or sold-out show needs no ticket link. */
export const needsTicketLink = (
  show: ShowMoment & Pick<Show, 'status' | 'availability' | 'bookingLink'>,
  now: Date,
): boolean =>
  show.status === 'upcoming' &&
  !show.bookingLink &&
  (show.availability === 'scheduled' || show.availability === 'rescheduled') &&
  isWithin(show, ticketLinkDays, now)
