import { expect, test } from 'vitest'
import { ShowDraft, showSlug } from '#domain/tour/draft.ts'

const lido = { date: '2026-05-01', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE' }

test('a draft needs only a date and a place', () => {
  expect(ShowDraft.parse(lido)).toMatchObject({ ...lido, status: 'draft', time: null, bookingLink: null, tags: [] })
})

test('stores a blank text as null', () => {
  expect(ShowDraft.parse({ ...lido, address: '  ', bookingLink: '' })).toMatchObject({
    address: null,
    bookingLink: null,
  })
})

test.each([
  ['date', '2026-02-30'],
  ['date', '0000-01-01'],
  ['time', '24:00'],
  ['time', '20:30:15'],
  ['doorsTime', '7pm'],
  ['zone', 'Mars/Olympus'],
  ['zone', '+01:00'],
  ['country', 'Germany'],
  ['venue', '   '],
  ['venue', 'x'.repeat(201)],
  ['city', 'Ber\0lin'],
  ['bookingLink', 'javascript:alert(1)'],
  ['bookingLink', '/tickets'],
  ['bookingLink', 'https://someone:secret@tickets.example/'],
  ['bookingLink', 'https:/tickets.example'],
  ['bookingLink', 'https:tickets.example'],
  ['bookingLink', 'https://tickets.example/\nlido'],
  ['bookingLink', 'ht\ntps://tickets.example/'],
  ['imageUrl', 'https:/pictures.example/a.png'],
  ['imageUrl', 'https:///pictures.example/a.png'],
  ['imageUrl', 'data:image/png;base64,AAAA'],
  ['imageUrl', '//elsewhere.example/a.png'],
  ['imageUrl', '/\\elsewhere.example/a.png'],
  ['status', 'secret'],
  ['availability', 'maybe'],
  ['onSaleAt', 'soon'],
  ['tags', Array(21).fill('tag')],
])('rejects %s %j and names the field', (field, value) => {
  const read = ShowDraft.safeParse({ ...lido, imageAlt: 'A stage', [field]: value })
  expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test.each(['https://tickets.example/lido?x=1', 'http://tickets.example'])(
  'accepts the booking link %s',
  (bookingLink) => {
    expect(ShowDraft.parse({ ...lido, bookingLink })).toMatchObject({ bookingLink })
  },
)

test.each(['Https', 'HTTPS'])('accepts links that start with %s and normalises the scheme', (scheme) => {
  const links = { bookingLink: `${scheme}://Tickets.example/Lido`, imageUrl: `${scheme}://pictures.example/A.png` }
  expect(ShowDraft.parse({ ...lido, ...links, imageAlt: 'A stage' })).toMatchObject({
    bookingLink: 'https://Tickets.example/Lido',
    imageUrl: 'https://pictures.example/A.png',
  })
})

test('requires an alternative text for the picture of a show', () => {
  const imageUrl = '/images/0123456789abcdef/stage-1280.jpeg'
  expect(ShowDraft.safeParse({ ...lido, imageUrl, imageAlt: ' ' }).error?.issues).toMatchObject([
    { path: ['imageAlt'] },
  ])
  expect(ShowDraft.parse({ ...lido, imageUrl, imageAlt: 'A stage' })).toMatchObject({ imageUrl })
})

test('makes an ASCII slug from any venue name', () => {
  expect(showSlug(lido)).toBe('2026-05-01-berlin-lido')
  expect(showSlug({ date: '2026-05-02', city: 'Düsseldorf', venue: 'Große Straße & Søn’s' })).toBe(
    '2026-05-02-dusseldorf-grosse-strasse-son-s',
  )
  expect(showSlug({ date: '2026-05-03', city: '東京', venue: '渋谷' })).toBe('2026-05-03')
})
