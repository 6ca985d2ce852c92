import { expect, test } from 'vitest'
import { formatShowTexts, timeText } from '#domain/tour/words.ts'

const show = {
  date: '2031-07-03',
  time: '20:30',
  doorsTime: null,
  onSaleAt: new Date('2031-05-01T08:00:00Z'),
  zone: 'Europe/Berlin',
}

const now = new Date('2031-04-01T08:00:00Z')

test('formats date and start of sale in the time zone of the venue', () => {
  const { date, onSale, ...words } = formatShowTexts(show, { locale: 'en-GB', now })
  expect(words).toEqual({ day: '03', month: 'Jul', weekday: 'Thu', time: '20:30', doors: null })
  expect(date).toMatch(/^Thursday,? 3 July 2031$/)
  expect(onSale).toMatch(/^Thursday,? 1 May 2031 at 10:00$/)
})

test('formats dates of a show in the locale of the site', () => {
  expect(formatShowTexts(show, { locale: 'de-DE', now })).toMatchObject({
    date: 'Donnerstag, 3. Juli 2031',
    weekday: 'Do',
  })
  expect(formatShowTexts({ ...show, onSaleAt: null, time: null }, { locale: 'de-DE', now })).toMatchObject({
    onSale: null,
    time: null,
  })
})

test('shows no start of sale once the sale has started', () => {
  const onSale = (now: number) => formatShowTexts(show, { locale: 'en-GB', now: new Date(now) }).onSale
  expect(onSale(+show.onSaleAt - 1)).toMatch(/10:00$/)
  expect(onSale(+show.onSaleAt)).toBeNull()
})

test('formats a time by locale, with plain spaces only', () => {
  expect(['en-GB', 'de-DE', 'en-US'].map((locale) => timeText('20:30', locale))).toEqual(['20:30', '20:30', '8:30 PM'])
  expect(timeText('00:05', 'en-US')).toBe('12:05 AM')
  for (const locale of ['en-US', 'en-AU', 'ko-KR', 'bg-BG', 'fr-CA'])
    expect(timeText('20:30', locale)).not.toMatch(/[^\S ]/)
})
