import { expect, test } from 'vitest'
import { countryName } from '#domain/tour/country.ts'
import { filterShows } from '#domain/tour/filter-shows.ts'

const show = (city: string, venue: string, country: string, supportActs: string[] = []) => ({
  city,
  venue,
  country,
  supportActs,
  countyRegion: null,
  tags: ['acoustic'],
  countryName: countryName(country, 'en-GB'),
})
const shows = [
  show('Köln', 'Gloria', 'DE'),
  show('Málaga', 'París 15', 'ES', ['Elin Brandt']),
  show('Paris', 'La Cale', 'FR'),
  show('Tromsø', 'Driv', 'NO'),
  show('Łódź', 'Wytwórnia', 'PL'),
]
const everywhere = shows.map(({ city }) => city)
const found = (filter: Parameters<typeof filterShows>[1]) => filterShows(shows, filter).map(({ city }) => city)

test.each([
  [{}, everywhere],
  [{ q: 'koln' }, ['Köln']],
  [{ q: 'KÖLN gloria' }, ['Köln']],
  [{ q: 'paris' }, ['Málaga', 'Paris']],
  [{ q: 'spain' }, ['Málaga']],
  [{ q: 'elin' }, ['Málaga']],
  [{ q: 'acoustic germany' }, ['Köln']],
  [{ country: 'FR' }, ['Paris']],
  [{ country: 'FR', q: 'koln' }, []],
  [{ q: 'koln paris' }, []],
  [{ q: 'tromso' }, ['Tromsø']],
  [{ q: 'TROMSØ' }, ['Tromsø']],
  [{ q: 'lodz wytwornia' }, ['Łódź']],
  [{ q: '   ' }, everywhere],
])('the filter %o finds the shows in %j', (filter, cities) => expect(found(filter)).toEqual(cities))
