import type { JsonLdThing } from '#domain/pages/structured-data.ts'
import { isoWithOffset } from '#domain/time/local-time.ts'
import { isCancelledOrPostponed } from '#domain/tour/availability.ts'
import type { Show } from '#domain/tour/show.ts'
import { parseTicketPrice } from '#domain/tour/ticket-price.ts'

type DescribedShow = Omit<Show, 'id' | 'onSaleAt' | 'tags' | 'imageUrl' | 'imageAlt'> & {
  onSaleAt: Date | string | null
  /** The date before the show was moved. */
  previousDate?: string | null
}
type EventFacts = { artist: string; currency: string; origin: string; image: string | null; isOnSale: boolean }

const eventStatus: Record<Show['availability'], string> = {
  scheduled: 'EventScheduled',
  'sold out': 'EventScheduled',
  free: 'EventScheduled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  cancelled: 'EventCancelled',
}

export function musicEventJsonLd(
  show: DescribedShow,
  { artist, currency, origin, image, isOnSale }: EventFacts,
): JsonLdThing {
  const { date, time, doorsTime, zone, venue, city, availability } = show
  const address = new URL(`/tour/${show.slug}`, origin).href
  return {
    '@type': 'MusicEvent',
    name: `${artist} · ${city}, ${venue}`,
    url: address,
    startDate: time ? isoWithOffset(date, time, zone) : date,
    ...(availability === 'rescheduled' && show.previousDate && { previousStartDate: show.previousDate }),
    ...(doorsTime && { doorTime: isoWithOffset(date, doorsTime, zone) }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: `https://schema.org/${eventStatus[availability]}`,
    ...(image !== null && { image: [new URL(image, origin).href] }),
    description: [`${artist} at ${venue}, ${city}.`, show.additionalInfo].filter(Boolean).join(' '),
    location: {
      '@type': 'MusicVenue',
      name: venue,
      address: {
        '@type': 'PostalAddress',
        ...(show.address && { streetAddress: show.address }),
        addressLocality: city,
        ...(show.postCode && { postalCode: show.postCode }),
        ...(show.countyRegion && { addressRegion: show.countyRegion }),
        addressCountry: show.country,
      },
    },
    performer: [artist, ...show.supportActs].map((name) => ({ '@type': 'MusicGroup', name })),
    organizer: { '@type': 'MusicGroup', name: artist, url: origin },
    ...(availability === 'free' && { isAccessibleForFree: true }),
    ...offer(show, { address, currency, isOnSale }),
  }
}

/** A cancelled, postponed or past show offers nothing, and one without a ticket link nothing that could be bought. */
function offer(
  show: DescribedShow,
  { address, currency, isOnSale }: Pick<EventFacts, 'currency' | 'isOnSale'> & { address: string },
) {
  const { availability, bookingLink, status } = show
  const onSaleAt = show.onSaleAt === null ? null : new Date(show.onSaleAt)
  if (status === 'past' || isCancelledOrPostponed(availability)) return {}
  if (!bookingLink && availability !== 'sold out') return {}
  const stock = availability === 'sold out' ? 'SoldOut' : isOnSale ? 'InStock' : 'PreOrder'
  return {
    offers: {
      '@type': 'Offer',
      url: bookingLink ?? address,
      availability: `https://schema.org/${stock}`,
      ...(onSaleAt && { validFrom: onSaleAt.toISOString() }),
      ...(availability === 'free'
        ? { price: 0, priceCurrency: currency }
        : parseTicketPrice(show.priceNotes, show.country)),
    },
  }
}
