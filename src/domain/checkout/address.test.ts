import { describe, expect, test } from 'vitest'
import {
  addressProblems,
  buyerContactProblems,
  emptyAddress,
  normalizeAddress,
  type PostalAddress,
} from '#domain/checkout/address.ts'
import {
  needsRegion,
  normalizePostcode,
  postcodeExample,
  regionLabel,
  regionsOf,
} from '#domain/checkout/address-formats.ts'
import { isCountry } from '#domain/countries.ts'
import { countriesWithPostcodes } from '#tests/fixtures/domain/checkout.ts'

const harwich: PostalAddress = { line1: '1 The Quay', line2: '', city: 'Harwich', region: '', postcode: 'CO12 3HH' }
const austin: PostalAddress = { line1: '1 Congress Ave', line2: '', city: 'Austin', region: 'TX', postcode: '78701' }

test('accepts postal addresses in the spellings that people use', () => {
  expect(addressProblems('GB', harwich)).toEqual({})
  expect(addressProblems('US', austin)).toEqual({})
  expect(addressProblems('HK', { ...emptyAddress, line1: '1 Queen’s Road', city: 'Central' })).toEqual({})
})

test('reports each empty address field that the country requires', () => {
  expect(addressProblems('US', emptyAddress)).toEqual({
    line1: 'Please enter your street and house number.',
    city: 'Please enter your town or city.',
    region: 'Please enter your state: the post needs it there.',
    postcode: 'Please enter your ZIP code, such as 10001.',
  })
  expect(addressProblems('US', { ...austin, postcode: '1' })).toEqual({
    postcode: 'This is no ZIP code of that country. One looks like 10001.',
  })
  expect(addressProblems('JP', emptyAddress)).toMatchObject({
    region: 'Please enter your prefecture: the post needs it there.',
    postcode: 'Please enter your postcode, such as 100-0001.',
  })
  expect(Object.keys(addressProblems('GB', emptyAddress))).toEqual(['line1', 'city', 'postcode'])
  expect(Object.keys(addressProblems('HK', emptyAddress))).toEqual(['line1', 'city'])
})

test.each([
  ['GB', 'co123hh', 'CO12 3HH'],
  ['GB', ' sw1a  1aa ', 'SW1A 1AA'],
  ['GB', 'M1 1AE', 'M1 1AE'],
  ['GB', '12345', null],
  ['GB', 'CO12 3H', null],
  ['IE', 'd02af30', 'D02 AF30'],
  ['IE', 'Dublin 2', null],
  ['GB', 'bfpo12', 'BFPO 12'],
  ['FR', '75 001', '75001'],
  ['IL', '961430', null],
  ['US', '10001', '10001'],
  ['US', '100011234', '10001-1234'],
  ['US', '10001-1234', '10001-1234'],
  ['US', '1000', null],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['CA', 'D1A 0B1', null],
  ['DE', '10115', '10115'],
  ['DE', '1011', null],
  ['DE', '１０１１５', null],
  ['NL', '3511ab', '3511 AB'],
  ['NL', '0511 AB', null],
  ['SE', '11129', '111 29'],
  ['PL', '00001', '00-001'],
  ['PT', '1100148', '1100-148'],
  ['JP', '1000001', '100-0001'],
  ['BR', '01310100', '01310-100'],
  ['ES', '99999', null],
  ['LV', 'LV-1010', '1010'],
  ['HK', '', ''],
  ['AE', 'anything goes', 'ANYTHING GOES'],
  ['constructor', '1', '1'],
])('in %s, the input %j becomes the postcode %j', (country, typed, code) =>
  expect(normalizePostcode(country, typed)).toBe(code),
)

test('the example of each known country is valid and unchanged by cleaning', () => {
  expect(countriesWithPostcodes.length).toBeGreaterThanOrEqual(40)
  for (const country of countriesWithPostcodes) {
    expect(isCountry(country)).toBe(true)
    const example = postcodeExample(country)!
    expect(normalizePostcode(country, example), country).toBe(example)
    expect(normalizePostcode(country, ''), country).toBeNull()
    expect(normalizePostcode(country, '????'), country).toBeNull()
  }
})

describe('regions of an address', () => {
  test.each([
    ['tx', 'TX'],
    ['Texas', 'TX'],
    [' texas ', 'TX'],
  ])('%j is the state %s', (typed, code) =>
    expect(normalizeAddress('US', { ...austin, region: typed }).region).toBe(code),
  )

  test('rejects a region of another country', () => {
    expect(Object.keys(addressProblems('US', { ...austin, region: 'ON' }))).toEqual(['region'])
    expect(addressProblems('IT', { ...harwich, postcode: '00184' })).toHaveProperty('region')
    expect(addressProblems('IT', { ...harwich, postcode: '00184', region: 'RM' })).toEqual({})
  })

  test('lists all regions of each country that requires one', () => {
    expect(['AU', 'BR', 'CA', 'US'].map((country) => regionsOf(country)?.length)).toEqual([8, 27, 13, 54])
    expect(regionsOf('US')).toContainEqual({ code: 'WV', name: 'West Virginia' })
    expect(regionsOf('GB')).toBeNull()
    expect(regionsOf('constructor')).toBeNull()
    expect(['US', 'CA', 'AU', 'JP', 'GB', 'DE'].map(needsRegion)).toEqual([true, true, true, true, false, false])
    expect([regionLabel('JP'), regionLabel('US'), regionLabel('GB')]).toEqual([
      'Prefecture',
      'State',
      'County or region',
    ])
  })
})

test.each<[keyof PostalAddress, string]>([
  ['line1', '1 The Quay\nBcc: bob@example.com'],
  ['line2', 'Flat\0'],
  ['city', 'Har\u2028wich'],
  ['city', 'Harwich\ud800'],
])('rejects %s %j, which is not a single line', (field, text) => {
  expect(addressProblems('GB', { ...harwich, [field]: text })).toEqual({
    [field]: 'Please use a single line without control characters',
  })
})

test('limits the length of each line of an address', () => {
  expect(addressProblems('GB', { ...harwich, line1: 'x'.repeat(100) })).toEqual({})
  expect(addressProblems('GB', { ...harwich, line1: 'x'.repeat(101) })).toEqual({
    line1: 'This is too long: at most 100 characters fit.',
  })
  expect(addressProblems('HK', { ...harwich, postcode: 'x'.repeat(17) })).toHaveProperty('postcode')
})

test('requires name and e-mail address of a buyer', () => {
  expect(buyerContactProblems({ email: 'ann@example.com', name: 'Ann' })).toEqual({})
  expect(buyerContactProblems({ email: '', name: ' ' })).toEqual({
    email: 'Email is required',
    name: 'Please enter your name.',
  })
  expect(Object.keys(buyerContactProblems({ email: 'ann..lee@example.com', name: 'Ann\nLee' }))).toEqual([
    'email',
    'name',
  ])
})
