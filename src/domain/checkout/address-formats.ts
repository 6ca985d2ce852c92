/** A country's postcodes: the pattern, the joint between its groups, and an example for the hint. */
type PostcodeFormat = { pattern: RegExp; joint: string; example: string }

const format = (pattern: RegExp, example: string, joint = ''): PostcodeFormat => ({ pattern, joint, example })
const digitFormat = (count: number, example: string) => format(new RegExp(`^(\\d{${count}})$`), example)
const splitFormat = (first: number, second: number, joint: string, example: string) =>
  format(new RegExp(`^(\\d{${first}})[ -]?(\\d{${second}})$`), example, joint)

/**
 * From the public address data of libaddressinput, more lenient about spaces. A country that is missing here accepts any
 * postcode or none.
 */
const postcodeFormats: Record<string, PostcodeFormat> = {
  AR: format(/^([A-Z]?\d{4}(?:[A-Z]{3})?)$/, 'C1425CLA'),
  AT: digitFormat(4, '1010'),
  AU: digitFormat(4, '2000'),
  BE: digitFormat(4, '1000'),
  BG: digitFormat(4, '1000'),
  BR: splitFormat(5, 3, '-', '01310-100'),
  CA: format(/^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?(\d[ABCEGHJ-NPRSTV-Z]\d)$/, 'K1A 0B1', ' '),
  CH: digitFormat(4, '8001'),
  CN: digitFormat(6, '100000'),
  CY: digitFormat(4, '1010'),
  CZ: splitFormat(3, 2, ' ', '110 00'),
  DE: digitFormat(5, '10115'),
  DK: digitFormat(4, '1050'),
  EE: digitFormat(5, '10111'),
  ES: format(/^((?:0[1-9]|[1-4]\d|5[0-2])\d{3})$/, '28013'),
  FI: digitFormat(5, '00100'),
  FR: splitFormat(2, 3, '', '75001'),
  // The last one is for British forces abroad.
  GB: format(/^(?:([A-Z]{1,2}\d[A-Z\d]?|GIR) ?(\d[A-Z]{2})|(BFPO) ?(\d{1,4}))$/, 'CO12 3HH', ' '),
  GR: splitFormat(3, 2, ' ', '105 57'),
  HR: digitFormat(5, '10000'),
  HU: digitFormat(4, '1051'),
  IE: format(/^([AC-FHKNPRTV-Y]\d[\dW]) ?([\dAC-FHKNPRTV-Y]{4})$/, 'D02 AF30', ' '),
  IL: format(/^(\d{5}(?:\d{2})?)$/, '9614303'),
  IN: format(/^([1-9]\d{2}) ?(\d{3})$/, '110001'),
  IS: digitFormat(3, '101'),
  IT: digitFormat(5, '00184'),
  JP: splitFormat(3, 4, '-', '100-0001'),
  KR: digitFormat(5, '04524'),
  LI: format(/^(94(?:8[5-9]|9[0-8]))$/, '9490'),
  LT: format(/^(?:LT[ -]?)?(\d{5})$/, '01100'),
  LU: format(/^(?:L[ -]?)?(\d{4})$/, '1111'),
  LV: format(/^(?:LV[ -]?)?(\d{4})$/, '1010'),
  MC: format(/^(980\d{2})$/, '98000'),
  MT: format(/^([A-Z]{3}) ?(\d{2,4})$/, 'VLT 1117', ' '),
  MX: digitFormat(5, '06000'),
  NL: format(/^([1-9]\d{3}) ?([A-Z]{2})$/, '3511 AB', ' '),
  NO: digitFormat(4, '0150'),
  NZ: digitFormat(4, '6011'),
  PL: splitFormat(2, 3, '-', '00-001'),
  PT: splitFormat(4, 3, '-', '1100-148'),
  RO: digitFormat(6, '010011'),
  SE: splitFormat(3, 2, ' ', '111 29'),
  SG: digitFormat(6, '018956'),
  SI: digitFormat(4, '1000'),
  SK: splitFormat(3, 2, ' ', '811 01'),
  TR: digitFormat(5, '34000'),
  TW: format(/^(\d{3}(?:\d{2,3})?)$/, '100'),
  UA: digitFormat(5, '01001'),
  US: format(/^(\d{5})(?:[ -]?(\d{4}))?$/, '10001', '-'),
  ZA: digitFormat(4, '8001'),
}

const formatOf = (country: string): PostcodeFormat | undefined =>
  Object.hasOwn(postcodeFormats, country) ? postcodeFormats[country] : undefined

export const needsPostcode = (country: string): boolean => formatOf(country) !== undefined

/** What people there call it. */
export const postcodeLabel = (country: string): string => (country === 'US' ? 'ZIP code' : 'Postcode')

/** Null where the format is not known. */
export const postcodeExample = (country: string): string | null => formatOf(country)?.example ?? null

/** The postcode in the form of the country; null when it is not valid there. */
export function normalizePostcode(country: string, typed: string): string | null {
  const code = typed.trim().replace(/\s+/g, ' ').toUpperCase()
  const known = formatOf(country)
  if (!known) return code
  const found = known.pattern.exec(code)
  return found?.slice(1).filter(Boolean).join(known.joint) ?? null
}

/** Countries whose addresses need a region, with the codes that are written on the envelope. */
const regionLists: Record<string, string> = {
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  BR: 'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo|SE Sergipe|TO Tocantins',
  CA: 'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  US: 'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific',
}

/** Countries whose regions are typed in full. */
const countriesWithTypedRegion = new Set(['AE', 'CN', 'ID', 'IN', 'IT', 'JP', 'MX', 'MY'])

/** Null for a country without a list. */
export function regionsOf(country: string): { code: string; name: string }[] | null {
  if (!Object.hasOwn(regionLists, country)) return null
  return regionLists[country]!.split('|').map((entry) => {
    const space = entry.indexOf(' ')
    return { code: entry.slice(0, space), name: entry.slice(space + 1) }
  })
}

export const needsRegion = (country: string): boolean =>
  countriesWithTypedRegion.has(country) || Object.hasOwn(regionLists, country)

/** What people there call it. */
export function regionLabel(country: string): string {
  const words: Record<string, string> = {
    CA: 'Province or territory',
    CN: 'Province',
    IT: 'Province',
    JP: 'Prefecture',
    AE: 'Emirate',
    ID: 'Province',
  }
  if (Object.hasOwn(words, country)) return words[country]!
  return needsRegion(country) ? 'State' : 'County or region'
}
