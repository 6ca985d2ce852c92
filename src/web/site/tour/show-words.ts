import type { PublicShow } from '#api/site/tour.ts'
import { standingWords, takesTickets } from '#domain/tour/availability.ts'

export const yearOf = ({ date }: Pick<PublicShow, 'date'>) => date.slice(0, 4)

/** `20:30, Berlin time`: what the clocks at the venue show, whoever reads it and wherever. */
export function clockIn({ zone }: Pick<PublicShow, 'zone'>, time: string): string {
  const place = zone.split('/').at(-1)!.replaceAll('_', ' ')
  return `${time}, ${place} time`
}

/** From when tickets can be had, until then; by the clocks of the venue. */
export function onSaleWords({ status, availability, words }: PublicShow): string | null {
  if (!words.onSale || status !== 'upcoming' || !takesTickets(availability)) return null
  return `On sale from ${words.onSale}`
}

/** A map that anybody can look at without an account. */
export const mapLink = (venue: string, place: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: `${venue}, ${place}` })}`

export const sellsTickets = ({ availability, bookingLink, status }: PublicShow): boolean =>
  status === 'upcoming' && bookingLink !== null && takesTickets(availability)

/** How a show stands, where its button does not say so itself. */
export const wordsBeside = (show: PublicShow): string | null =>
  sellsTickets(show) && show.availability === 'free' ? null : standingWords(show.availability)
