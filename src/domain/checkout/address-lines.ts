import type { ShippingAddress } from '#domain/checkout/address.ts'
import type { Show } from '#domain/tour/show.ts'

/**
 * From the public address data of libaddressinput, in Latin letters: A is the street, C the city, S the region, Z the
 * postcode, and | the end of a line. What stands before an empty field is left out with it.
 */
const countriesByLayout: Record<string, string> = {
  'A|C|S|Z': 'GB GG IE IM JE KR RU UA',
  'A|C, S Z': 'CO TW US',
  'A|C S Z': 'AU CA',
  'A|C Z': 'EG IL MT NZ SA SG',
  'A|C Z|S': 'IN PE',
  'A|C|Z': 'ZA',
  'A|C|S Z': 'ID TH VN',
  'A|C|S': 'AE HK',
  'A|C|S, Z': 'CN',
  'A|C, S|Z': 'JP',
  'A|C|Z S': 'PH',
  'A|C-S|Z': 'BR',
  'A|C-Z|S': 'PK',
  'A|S|C, Z': 'LV',
  'A|Z C S': 'ES IT',
  'A|Z C, S': 'MX',
  'A|Z C/S': 'TR',
  'C|S|A|Z': 'HU',
}
/** Most of Europe, and countries that are not listed. */
const defaultLayout = 'A|Z C|S'
const layoutOf = new Map(
  Object.entries(countriesByLayout).flatMap(([layout, all]) => all.split(' ').map((code) => [code, layout])),
)

/** A postal address as it is written in its country, one line each; the name of the country comes last. */
export function addressLines(
  { country, line1, line2, city, region, postcode }: ShippingAddress,
  countryName: string,
): string[] {
  const fields: Record<string, string> = { C: city, S: region, Z: postcode }
  const lines = (layoutOf.get(country) ?? defaultLayout).split('|').flatMap((line) => {
    if (line === 'A') return [line1, line2]
    return [...line.matchAll(/([^A-Z]*)([A-Z])/g)].reduce((text, [, joint = '', field = '']) => {
      const value = fields[field] ?? ''
      return text && value ? text + joint + value : text || value
    }, '')
  })
  return [...lines, countryName].filter(Boolean)
}

type Venue = Pick<Show, 'country' | 'address' | 'city' | 'countyRegion' | 'postCode'>

/** The lines below the name of a venue. */
export const venueAddressLines = (
  { country, address, city, countyRegion, postCode }: Venue,
  countryName: string,
): string[] =>
  addressLines(
    { country, line1: address ?? '', line2: '', city, region: countyRegion ?? '', postcode: postCode ?? '' },
    countryName,
  )
