import { expect, test } from 'vitest'
import { allTimeZones, countriesWithTimeZones, timeZonesOf } from '#domain/time/country-zones.ts'
import { guessTimeZone } from '#domain/time/guessed-zone.ts'
import { isTimeZone } from '#domain/time/local-time.ts'

test.each([
  [{ country: 'DE', city: 'Berlin' }, 'Europe/Berlin'],
  [{ country: 'GB', city: 'Leeds' }, 'Europe/London'],
  [{ country: 'US', city: 'Brooklyn' }, 'America/New_York'],
  [{ country: 'US', city: 'Nashville' }, 'America/Chicago'],
  [{ country: 'US', city: 'Marfa', countyRegion: 'TX' }, 'America/Chicago'],
  [{ country: 'US', city: 'Portland' }, 'America/Los_Angeles'],
  [{ country: 'US', city: 'Denver' }, 'America/Denver'],
  [{ country: 'CA', city: 'Montréal' }, 'America/Toronto'],
  [{ country: 'CA', city: 'Calgary' }, 'America/Edmonton'],
  [{ country: 'AU', city: 'Melbourne' }, 'Australia/Melbourne'],
  [{ country: 'BR', city: 'São Paulo' }, 'America/Sao_Paulo'],
  [{ country: 'ES', city: 'Las Palmas de Gran Canaria' }, 'Atlantic/Canary'],
  [{ country: 'ES', city: '' }, 'Europe/Madrid'],
  [{ country: 'XX', city: 'Nowhere' }, null],
])('guesses for %o the time zone %s', (place, zone) => expect(guessTimeZone(place)).toBe(zone))

test('every offered time zone is valid, and every country has one', () => {
  expect(allTimeZones.filter((zone) => !isTimeZone(zone))).toEqual([])
  expect(countriesWithTimeZones.length).toBeGreaterThan(240)
  expect(countriesWithTimeZones.filter((country) => timeZonesOf(country).length === 0)).toEqual([])
})
