import { describe, expect, test } from 'vitest'
import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { jsonLdScript } from '#domain/pages/structured-data.ts'
import { availabilities, type Show } from '#domain/tour/show.ts'
import { musicEventJsonLd } from '#domain/tour/structured-data.ts'
import { longHostileText } from '#tests/journeys/payloads.ts'

const show: Show = {
  id: 'x',
  slug: '2026-07-03-berlin-lido',
  date: '2026-07-03',
  time: '20:30',
  doorsTime: '19:00',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  address: 'Cuvrystraße 7',
  city: 'Berlin',
  postCode: '10997',
  countyRegion: null,
  country: 'DE',
  eventType: null,
  bookingLink: 'https://tickets.example/lido',
  onSaleAt: null,
  priceNotes: null,
  venueNotes: null,
  additionalInfo: null,
  supportActs: ['Elin Brandt'],
  imageUrl: null,
  imageAlt: null,
  tags: [],
  status: 'upcoming',
  availability: 'scheduled',
}
const around = {
  artist: 'Marlow Quay',
  currency: 'EUR',
  origin: 'https://marlow.example',
  image: '/images/0/hero-1200x630.jpeg',
  isOnSale: true,
}

test('a MusicEvent has the start time at the venue, performers and location', () => {
  expect(musicEventJsonLd(show, around)).toMatchObject({
    '@type': 'MusicEvent',
    startDate: '2026-07-03T20:30:00+02:00',
    doorTime: '2026-07-03T19:00:00+02:00',
    url: 'https://marlow.example/tour/2026-07-03-berlin-lido',
    image: ['https://marlow.example/images/0/hero-1200x630.jpeg'],
    performer: [{ name: 'Marlow Quay' }, { name: 'Elin Brandt' }],
    location: { name: 'Lido', address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
    offers: { availability: 'https://schema.org/InStock', url: 'https://tickets.example/lido' },
  })
})

test('has no offer for a past show', () =>
  expect(musicEventJsonLd({ ...show, status: 'past' }, around)).not.toHaveProperty('offers'))

test('has the date of a show without a time', () => {
  expect(musicEventJsonLd({ ...show, time: null }, around).startDate).toBe('2026-07-03')
})

const expected = {
  scheduled: ['EventScheduled', 'InStock'],
  'sold out': ['EventScheduled', 'SoldOut'],
  free: ['EventScheduled', 'InStock'],
  postponed: ['EventPostponed', undefined],
  rescheduled: ['EventRescheduled', 'InStock'],
  cancelled: ['EventCancelled', undefined],
} as const

describe.each(availabilities)('a show that is %s', (availability) => {
  test('has the schema.org event status, and an offer if tickets are sold', () => {
    const event = musicEventJsonLd({ ...show, availability }, around)
    const [status, stock] = expected[availability]
    expect(event.eventStatus).toBe(`https://schema.org/${status}`)
    expect((event.offers as { availability: string } | undefined)?.availability).toBe(
      stock && `https://schema.org/${stock}`,
    )
    expect(event.isAccessibleForFree).toBe(availability === 'free' ? true : undefined)
  })
})

test('a rescheduled show names its previous date', () => {
  const moved = { ...show, previousDate: '2026-05-01' }
  expect(musicEventJsonLd({ ...moved, availability: 'rescheduled' }, around).previousStartDate).toBe('2026-05-01')
  expect(musicEventJsonLd({ ...show, availability: 'rescheduled' }, around)).not.toHaveProperty('previousStartDate')
  expect(musicEventJsonLd(moved, around)).not.toHaveProperty('previousStartDate')
})

test('an offer has the price that the artist wrote, in its own currency', () => {
  const offersOf = (changes: Partial<Show>) => musicEventJsonLd({ ...show, ...changes }, around).offers
  expect(offersOf({ priceNotes: '£18 in advance', country: 'GB' })).toMatchObject({ price: 18, priceCurrency: 'GBP' })
  expect(offersOf({ availability: 'free', priceNotes: null })).toMatchObject({ price: 0, priceCurrency: 'EUR' })
  expect(offersOf({ priceNotes: 'Pay what you can' })).not.toHaveProperty('price')
})

test('offers tickets as pre-order before the sale starts', () => {
  const later = musicEventJsonLd(
    { ...show, onSaleAt: new Date('2026-06-01T09:00:00Z') },
    { ...around, isOnSale: false },
  )
  expect(later.offers).toMatchObject({
    availability: 'https://schema.org/PreOrder',
    validFrom: '2026-06-01T09:00:00.000Z',
  })
})

test('no text of a show can break out of the script element', () => {
  const hostile = '</script><script>alert(1)</script><!-- & \u2028'
  const json = jsonLdScript(musicEventJsonLd({ ...show, venue: hostile, additionalInfo: hostile }, around))
  expect(json).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(json).location.name).toBe(hostile)
})

test('removes bidirectional control characters', () => {
  const json = jsonLdScript(
    musicEventJsonLd({ ...show, venue: 'Lido \u202eodiL', supportActs: ['\u2067Elin'] }, around),
  )
  expect(JSON.parse(json)).toMatchObject({ location: { name: 'Lido odiL' }, performer: [{}, { name: 'Elin' }] })
})

test('10,000 hostile characters cannot break out of the script element', () => {
  const json = jsonLdScript(
    musicEventJsonLd({ ...show, venue: longHostileText(), additionalInfo: longHostileText() }, around),
  )
  expect(json).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(json)).toMatchObject({
    location: { name: withoutBidiControls(longHostileText()) },
    description: expect.any(String),
  })
})
