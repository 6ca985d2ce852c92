import { expect, test } from 'vitest'
import type { PublicShow } from '#api/site/tour.ts'
import { onSaleText, sellsTickets, venueTimeText } from '#web/site/tour/show-words.ts'

const show = {
  date: '2031-07-03',
  zone: 'Europe/Berlin',
  status: 'upcoming',
  availability: 'scheduled',
  bookingLink: 'https://tickets.example/lido',
  words: { onSale: 'Thursday 1 May 2031 at 10:00' },
} as PublicShow

test('formats times in the time zone of the venue', () => {
  expect(venueTimeText(show, '20:30')).toBe('20:30, Berlin time')
  expect(onSaleText(show)).toBe('On sale from Thursday 1 May 2031 at 10:00')
})

test.each([
  ['scheduled', true, true],
  ['sold out', false, false],
  ['postponed', false, false],
  ['rescheduled', true, true],
  ['cancelled', false, false],
  ['free', true, true],
] as const)('a show that is %s: sells tickets %s, shows the start of sale %s', (availability, sells, onSale) => {
  expect(sellsTickets({ ...show, availability })).toBe(sells)
  expect(onSaleText({ ...show, availability }) !== null).toBe(onSale)
})

test('shows no start of sale for past shows and running sales', () => {
  expect(onSaleText({ ...show, status: 'past' })).toBeNull()
  expect(onSaleText({ ...show, words: { ...show.words, onSale: null } })).toBeNull()
  expect(sellsTickets({ ...show, status: 'past' })).toBe(false)
  expect(sellsTickets({ ...show, bookingLink: null })).toBe(false)
})
