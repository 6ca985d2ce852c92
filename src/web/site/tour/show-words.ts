import type { PublicShow } from '#api/site/tour.ts'
import { availabilityNotice, hasTicketSale } from '#domain/tour/availability.ts'

export const yearOfShow = ({ date }: Pick<PublicShow, 'date'>) => date.slice(0, 4)

/** `20:30, Berlin time`: the local time of the venue. */
export function venueTimeText({ zone }: Pick<PublicShow, 'zone'>, time: string): string {
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ')
  return `${time}, ${city} time`
}

/** When the sale starts, in the local time of the venue; null once it has started. */
export function onSaleText({ status, availability, words }: PublicShow): string | null {
  if (!words.onSale || status !== 'upcoming' || !hasTicketSale(availability)) return null
  return `On sale from ${words.onSale}`
}

/** OpenStreetMap, which needs no account. */
export const mapLink = (venue: string, address: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${venue}, ${address}` })}`

export const sellsTickets = ({ availability, bookingLink, status }: PublicShow): boolean =>
  status === 'upcoming' && bookingLink !== null && hasTicketSale(availability)

/** The availability, unless the button already says it. */
export const availabilityLabelFor = (show: PublicShow): string | null =>
  sellsTickets(show) && show.availability === 'free' ? null : availabilityNotice(show.availability)
