import type { PublicShow } from '#api/tour.ts'
import { dateFormat } from '#domain/time/date-format.ts'

type Dated = Pick<PublicShow, 'date'>

/** The date on the poster: the venue's own, so no reader's zone may move it. */
const inParts = (locale: string, { date }: Dated, options: Intl.DateTimeFormatOptions) =>
  dateFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

export const dayOf = (locale: string, show: Dated) => inParts(locale, show, { day: '2-digit' })
export const monthOf = (locale: string, show: Dated) => inParts(locale, show, { month: 'short' })
export const weekdayOf = (locale: string, show: Dated) => inParts(locale, show, { weekday: 'short' })
export const fullDateOf = (locale: string, show: Dated) =>
  inParts(locale, show, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const yearOf = ({ date }: Dated) => date.slice(0, 4)

/** `20:30` or `8:30 pm`, as the site's readers write it. Which spaces belong in it, server and browser need not agree on. */
export const timeOf = (locale: string, time: string): string =>
  dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
    .format(new Date(`2026-01-01T${time}Z`))
    .replaceAll(/\s/g, ' ')

/** `20:30, Berlin time`: what the clocks at the venue show, whoever reads it and wherever. */
export function clockIn(locale: string, { zone }: Pick<PublicShow, 'zone'>, time: string): string {
  const place = zone.split('/').at(-1)!.replaceAll('_', ' ')
  return `${timeOf(locale, time)}, ${place} time`
}

/** From when tickets can be had, until then; by the clocks of the venue. */
export function onSaleWords(locale: string, { onSaleAt, zone, status, availability }: PublicShow): string | null {
  if (!onSaleAt || status !== 'upcoming' || !takesTickets.has(availability)) return null
  if (new Date(onSaleAt) <= new Date()) return null
  const when = dateFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  return `On sale from ${when.format(new Date(onSaleAt))}`
}

/** A map that anybody can look at without an account. */
export const mapLink = (venue: string, place: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${venue}, ${place}` })}`

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
