import { expect, test } from 'vitest'
import { minorOf, moneyWords, typedOf } from '#domain/money.ts'

test.each([
  ['12', 'GBP', 1200],
  ['12.5', 'GBP', 1250],
  ['12,50', 'EUR', 1250],
  ['0.01', 'GBP', 1],
  ['-2.00', 'GBP', -200],
  ['-0', 'GBP', 0],
  ['1250', 'JPY', 1250],
  ['0.1', 'JPY', null],
  ['1.234', 'GBP', null],
  ['', 'GBP', null],
  ['1e3', 'GBP', null],
  ['£5', 'GBP', null],
])('%j typed in %s is %j', (typed, currency, amount) => expect(minorOf(typed, currency)).toBe(amount))

test('an amount is written as the readers of the site write it', () => {
  expect(moneyWords(1250, { locale: 'en-GB', currency: 'GBP' })).toBe('£12.50')
  expect(moneyWords(1250, { locale: 'de-DE', currency: 'JPY' })).toMatch(/^1\.250\s¥$/)
  expect([typedOf(1250, 'GBP'), typedOf(-5, 'GBP'), typedOf(1250, 'JPY')]).toEqual(['12.50', '-0.05', '1250'])
})
