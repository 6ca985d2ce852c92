import type { PublicShow } from '#api/tour.ts'

type Dated = Pick<PublicShow, 'date'>

/** The date on the poster: the venue's own, so no reader's zone may move it. */
const inParts = (locale: string, { date }: Dated, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

export const dayOf = (locale: string, show: Dated) => inParts(locale, show, { day: '2-digit' })
export const monthOf = (locale: string, show: Dated) => inParts(locale, show, { month: 'short' })
export const weekdayOf = (locale: string, show: Dated) => inParts(locale, show, { weekday: 'short' })
export const fullDateOf = (locale: string, show: Dated) =>
  inParts(locale, show, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const yearOf = ({ date }: Dated) => date.slice(0, 4)

export function countryOf(locale: string, code: string): string {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** What stands where the ticket button would be, when there is none to press. */
export const standing: Record<PublicShow['availability'], string | null> = {
  scheduled: null,
  'sold out': 'Sold out',
  postponed: 'Postponed',
  rescheduled: 'New date',
  cancelled: 'Cancelled',
  free: 'Free entry',
}

const takesTickets = new Set<PublicShow['availability']>(['scheduled', 'rescheduled', 'free'])

export const sellsTickets = ({ availability, bookingLink, status }: PublicShow): boolean =>
  status === 'upcoming' && bookingLink !== null && takesTickets.has(availability)
