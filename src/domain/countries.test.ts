import { expect, test } from 'vitest'
import { countryCodes, isCountry } from '#domain/countries.ts'
import { countriesWithTimeZones } from '#domain/time/country-zones.ts'

test('lists exactly the countries that have time zones', () => {
  expect([...countryCodes].sort()).toEqual([...countriesWithTimeZones].sort())
})

test.each(['gb', 'UK', 'EU', '', 'GBR'])('%j is not a country code', (code) => expect(isCountry(code)).toBe(false))
