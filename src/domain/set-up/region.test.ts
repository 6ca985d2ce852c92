import { expect, test } from 'vitest'
import { isCountry } from '#domain/countries.ts'
import { countryOfZone, knownCountries, suggestedRegion, vatPreset } from '#domain/set-up/region.ts'
import { euVatRates } from '#domain/sites/eu-vat-rates.ts'
import { regionSchema } from '#domain/sites/settings.ts'

test('suggests valid region settings for every known country, those with VAT rates included', () => {
  expect(knownCountries.filter((country) => !isCountry(country))).toEqual([])
  for (const country of knownCountries) {
    const region = suggestedRegion(country, 'UTC')
    expect(regionSchema.safeParse(region).error, country).toBeUndefined()
    expect(Intl.DisplayNames.supportedLocalesOf(region!.locale), country).toHaveLength(1)
    expect(new Intl.Locale(region!.locale).region).toBe(country)
  }
  expect(Object.keys(euVatRates).filter((country) => !knownCountries.includes(country))).toEqual([])
  expect(suggestedRegion('AQ', 'UTC')).toBeNull()
})

test('keeps the time zone of the browser if the country has several', () => {
  expect(suggestedRegion('US', 'America/Los_Angeles')?.zone).toBe('America/Los_Angeles')
  expect(suggestedRegion('US', 'Europe/Berlin')?.zone).toBe('America/New_York')
  expect(suggestedRegion('DE', 'Europe/Vienna')?.zone).toBe('Europe/Berlin')
})

test('guesses the country of a time zone', () => {
  expect(countryOfZone('Europe/Oslo')).toBe('NO')
  expect(countryOfZone('America/Chicago')).toBe('US')
  expect(countryOfZone('UTC')).toBeNull()
})

test('has VAT rates for countries of the European Union only', () => {
  expect([vatPreset('DE'), vatPreset('NO'), vatPreset('constructor')]).toEqual([euVatRates, null, null])
})
