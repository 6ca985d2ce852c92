import type { Availability } from '#domain/tour/show.ts'

export const availabilityLabels: Record<Availability, string> = {
  scheduled: 'Scheduled',
  'sold out': 'Sold out',
  postponed: 'Postponed',
  rescheduled: 'New date',
  cancelled: 'Cancelled',
  free: 'Free entry',
}

/** What fans are told besides the date; of a show that takes place as announced, nothing. */
export const availabilityNotice = (availability: Availability): string | null =>
  availability === 'scheduled' ? null : availabilityLabels[availability]

/** No show takes place on the announced day. */
export const isCancelledOrPostponed = (availability: Availability): boolean =>
  availability === 'cancelled' || availability === 'postponed'

export const hasTicketSale = (availability: Availability): boolean =>
  availability !== 'sold out' && !isCancelledOrPostponed(availability)
