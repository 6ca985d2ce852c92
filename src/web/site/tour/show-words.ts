import type { PublicShow } from '#api/tour.ts'

export const yearOf = ({ date }: Pick<PublicShow, 'date'>) => date.slice(0, 4)

/** `20:30, Berlin time`: what the clocks at the venue show, whoever reads it and wherever. */
export function clockIn({ zone }: Pick<PublicShow, 'zone'>, time: string): string {
  const place = zone.split('/').at(-1)!.replaceAll('_', ' ')
  return `${time}, ${place} time`
}

/** From when tickets can be had, until then; by the clocks of the venue. */
export function onSaleWords({ onSaleAt, status, availability, words }: PublicShow): string | null {
  if (!onSaleAt || status !== 'upcoming' || !takesTickets.has(availability)) return null
  return new Date(onSaleAt) <= new Date() ? null : `On sale from ${words.onSale}`
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
