import { expect, test } from 'vitest'
import { parseTicketPrice } from '#domain/tour/ticket-price.ts'

test.each([
  ['£18 in advance, £21 on the door', 'GB', 18, 'GBP'],
  ['£26 to £38', 'GB', 26, 'GBP'],
  ['26 € en prévente, 29 € sur place', 'FR', 26, 'EUR'],
  ['€22,50', 'DE', 22.5, 'EUR'],
  ['VVK 19.50 EUR', 'DE', 19.5, 'EUR'],
  ['$25 plus fees, 18 and over', 'US', 25, 'USD'],
  ['C$30', 'CA', 30, 'CAD'],
  ['$30', 'CA', 30, 'CAD'],
  ['250 kr', 'SE', 250, 'SEK'],
  ['CHF 35', 'CH', 35, 'CHF'],
])('reads %s in %s as %d %s', (notes, country, price, priceCurrency) =>
  expect(parseTicketPrice(notes, country)).toEqual({ price, priceCurrency }),
)

test.each([
  [null, 'GB'],
  ['Free. Bring a coat and something to sit on.', 'GB'],
  ['Pay what you can at the door', 'GB'],
  ['18 and over', 'GB'],
  ['$30', 'MX'],
  ['£1,234,567', 'GB'],
])('finds no plain price in %s (%s)', (notes, country) => expect(parseTicketPrice(notes, country)).toBeNull())
