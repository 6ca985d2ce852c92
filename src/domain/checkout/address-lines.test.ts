import { expect, test } from 'vitest'
import { addressLines } from '#domain/checkout/address-lines.ts'

const address = (country: string, city: string, postcode: string, region = '') => ({
  country,
  line1: '1 Quay Street',
  line2: '',
  city,
  region,
  postcode,
})
const printed = (...parts: Parameters<typeof address>) => addressLines(address(...parts), parts[0]).slice(1, -1)

test.each<[string, Parameters<typeof address>, string[]]>([
  ['a British postcode on its own line', ['GB', 'Harwich', 'CO12 3HH'], ['Harwich', 'CO12 3HH']],
  ['an Irish county and Eircode', ['IE', 'Bray', 'A98 X2P8', 'Co. Wicklow'], ['Bray', 'Co. Wicklow', 'A98 X2P8']],
  ['a German postcode before the city', ['DE', 'Berlin', '10115'], ['10115 Berlin']],
  ['an American state and ZIP code', ['US', 'Portland', '97201', 'OR'], ['Portland, OR 97201']],
  ['a Canadian province', ['CA', 'Ottawa', 'K1A 0B1', 'ON'], ['Ottawa ON K1A 0B1']],
  ['an Italian province', ['IT', 'Roma', '00184', 'RM'], ['00184 Roma RM']],
  ['a Brazilian state', ['BR', 'São Paulo', '01310-100', 'SP'], ['São Paulo-SP', '01310-100']],
  ['a Japanese prefecture', ['JP', 'Chiyoda', '100-0001', 'Tokyo'], ['Chiyoda, Tokyo', '100-0001']],
  ['an Indian state', ['IN', 'Mumbai', '400001', 'Maharashtra'], ['Mumbai 400001', 'Maharashtra']],
  ['a country that is not listed', ['FO', 'Tórshavn', '100'], ['100 Tórshavn']],
  ['no joint where a field is empty', ['US', 'Portland', '97201'], ['Portland 97201']],
  ['no line where all its fields are empty', ['HK', 'Central', ''], ['Central']],
])('writes %s', (_, parts, lines) => {
  expect(printed(...parts)).toEqual(lines)
})

test('prints postal addresses from street to country', () => {
  expect(addressLines({ ...address('GB', 'Harwich', 'CO12 3HH'), line2: 'Flat 2' }, 'United Kingdom')).toEqual([
    ...['1 Quay Street', 'Flat 2', 'Harwich', 'CO12 3HH', 'United Kingdom'],
  ])
})

test('writes a Hungarian city before the street', () => {
  expect(addressLines(address('HU', 'Budapest', '1051'), 'Hungary')).toEqual([
    ...['Budapest', '1 Quay Street', '1051', 'Hungary'],
  ])
})
