import { expect, test } from 'vitest'
import { amountFieldValue, decimalsOf, formatMoney, moneyStyle, parseMinorUnits, toMajorUnits } from '#domain/money.ts'

test.each([
  ['12', 'GBP', 1200],
  ['12.5', 'GBP', 1250],
  ['12,50', 'EUR', 1250],
  ['0.01', 'GBP', 1],
  ['-2.00', 'GBP', -200],
  ['-0', 'GBP', 0],
  ['1250', 'JPY', 1250],
  ['5000', 'HUF', 500_000],
  ['4990', 'ISK', 499_000],
  ['1.5', 'KWD', 1500],
  ['0.1', 'JPY', null],
  ['1.234', 'GBP', null],
  ['', 'GBP', null],
  ['1e3', 'GBP', null],
  ['£5', 'GBP', null],
])('%j typed in %s is %j', (typed, currency, amount) => expect(parseMinorUnits(typed, currency)).toBe(amount))

test('formats an amount in the locale of the site', () => {
  expect(formatMoney(1250, { locale: 'en-GB', currency: 'GBP' })).toBe('£12.50')
  expect(formatMoney(1250, { locale: 'de-DE', currency: 'JPY' })).toMatch(/^1\.250\s¥$/)
  expect([amountFieldValue(1250, 'GBP'), amountFieldValue(-5, 'GBP'), amountFieldValue(1250, 'JPY')]).toEqual([
    '12.50',
    '-0.05',
    '1250',
  ])
})

test('formats with the decimals of card payments, also for currencies written without', () => {
  const table = { GBP: 2, HUF: 2, ISK: 2, UGX: 2, IDR: 2, COP: 2, TWD: 2, JPY: 0, KRW: 0, XOF: 0, KWD: 3, TND: 3 }
  for (const [currency, digits] of Object.entries(table))
    expect([currency, decimalsOf(currency)]).toEqual([currency, digits])
  expect([toMajorUnits(500_000, 'HUF'), toMajorUnits(5_000, 'JPY'), toMajorUnits(1_500, 'KWD')]).toEqual([
    5_000, 5_000, 1.5,
  ])
  const plain = (words: string) => words.replaceAll(/\s/g, ' ')
  expect(plain(formatMoney(500_000, { locale: 'hu-HU', currency: 'HUF' }))).toBe('5000,00 Ft')
  expect(plain(formatMoney(499_000, { locale: 'is-IS', currency: 'ISK' }))).toBe('4.990,00 kr.')
  expect(plain(formatMoney(1_500, { locale: 'en-GB', currency: 'KWD' }))).toBe('KWD 1.500')
  expect(plain(formatMoney(12_345, { locale: 'en-GB', currency: 'HUF' }))).toBe('HUF 123.45')
})

test('moneyStyle formats like Intl, and is null for other digits', () => {
  const locales =
    'en-GB en-US de-DE de-CH de-AT fr-FR fr-CA es-ES pl-PL hu-HU nl-NL pt-BR sv-SE ja-JP hi-IN he-IL tr-TR pt-CV ar-AE'
  for (const locale of locales.split(' '))
    for (const currency of [
      'GBP',
      'EUR',
      'USD',
      'JPY',
      'KWD',
      'HUF',
      'CHF',
      'PLN',
      'INR',
      'ILS',
      'BRL',
      'XOF',
      'CVE',
      'AED',
    ]) {
      const money = moneyStyle(locale, currency)
      expect(money, `${locale} ${currency}`).not.toBeNull()
      for (const amount of [
        0, 1, 9, 10, 99, 100, 1_250, 12_345, 99_999, 100_000, 999_999, 1_000_000, 123_456_789, -5, -1_250, 100.5,
        1.2e23,
      ])
        expect(formatMoney(amount, { locale, currency, money })).toBe(formatMoney(amount, { locale, currency }))
    }
  for (const locale of ['ar-EG', 'fa-IR']) expect(moneyStyle(locale, 'GBP'), locale).toBeNull()
  expect(moneyStyle('en-GB', 'GBP')).toEqual({ prefix: '£', decimalSeparator: '.', suffix: '' })
})
