import { expect, test } from 'vitest'
import { countryCodes, isCountry } from '#domain/countries.ts'
import { countries } from '#domain/time/country-zones.ts'

test('lists the same countries as the time zone table', () => {
  expect([...countryCodes].sort()).toEqual([...countries].sort())
})

test.each(['gb', 'UK', 'EU', '', 'GBR'])('%j is not a country code', (code) => expect(isCountry(code)).toBe(false))
