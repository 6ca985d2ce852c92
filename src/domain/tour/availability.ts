import type { Availability } from '#domain/tour/show.ts'

export const availabilityWords: Record<Availability, string> = {
  scheduled: 'Scheduled',
  'sold out': 'Sold out',
  postponed: 'Postponed',
  rescheduled: 'New date',
  cancelled: 'Cancelled',
  free: 'Free entry',
}

/** What fans are told besides the date; of a show that takes place as announced, nothing. */
export const standingWords = (availability: Availability): string | null =>
  availability === 'scheduled' ? null : availabilityWords[availability]

/** No show takes place on the announced day. */
export const isOff = (availability: Availability): boolean =>
  availability === 'cancelled' || availability === 'postponed'

export const takesTickets = (availability: Availability): boolean => availability !== 'sold out' && !isOff(availability)
