/** A country's postcodes: the pattern, the joint between its groups, and an example for the hint. */
type Format = { pattern: RegExp; joint: string; example: string }

const format = (pattern: RegExp, example: string, joint = ''): Format => ({ pattern, joint, example })
const digits = (count: number, example: string) => format(new RegExp(`^(\\d{${count}})$`), example)
const split = (first: number, second: number, joint: string, example: string) =>
  format(new RegExp(`^(\\d{${first}})[ -]?(\\d{${second}})$`), example, joint)

/**
 * From the public address data of libaddressinput, more lenient about spaces. A country that is missing here accepts any
 * postcode or none.
 */
const formats: Record<string, Format> = {
  AR: format(/^([A-Z]?\d{4}(?:[A-Z]{3})?)$/, 'C1425CLA'),
  AT: digits(4, '1010'),
  AU: digits(4, '2000'),
  BE: digits(4, '1000'),
  BG: digits(4, '1000'),
  BR: split(5, 3, '-', '01310-100'),
  CA: format(/^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[ -]?(\d[ABCEGHJ-NPRSTV-Z]\d)$/, 'K1A 0B1', ' '),
  CH: digits(4, '8001'),
  CN: digits(6, '100000'),
  CY: digits(4, '1010'),
  CZ: split(3, 2, ' ', '110 00'),
  DE: digits(5, '10115'),
  DK: digits(4, '1050'),
  EE: digits(5, '10111'),
  ES: format(/^((?:0[1-9]|[1-4]\d|5[0-2])\d{3})$/, '28013'),
  FI: digits(5, '00100'),
  FR: split(2, 3, '', '75001'),
  // The last one is for British forces abroad.
  GB: format(/^(?:([A-Z]{1,2}\d[A-Z\d]?|GIR) ?(\d[A-Z]{2})|(BFPO) ?(\d{1,4}))$/, 'CO12 3HH', ' '),
  GR: split(3, 2, ' ', '105 57'),
  HR: digits(5, '10000'),
  HU: digits(4, '1051'),
  IE: format(/^([AC-FHKNPRTV-Y]\d[\dW]) ?([\dAC-FHKNPRTV-Y]{4})$/, 'D02 AF30', ' '),
  IL: format(/^(\d{5}(?:\d{2})?)$/, '9614303'),
  IN: format(/^([1-9]\d{2}) ?(\d{3})$/, '110001'),
  IS: digits(3, '101'),
  IT: digits(5, '00184'),
  JP: split(3, 4, '-', '100-0001'),
  KR: digits(5, '04524'),
  LI: format(/^(94(?:8[5-9]|9[0-8]))$/, '9490'),
  LT: format(/^(?:LT[ -]?)?(\d{5})$/, '01100'),
  LU: format(/^(?:L[ -]?)?(\d{4})$/, '1111'),
  LV: format(/^(?:LV[ -]?)?(\d{4})$/, '1010'),
  MC: format(/^(980\d{2})$/, '98000'),
  MT: format(/^([A-Z]{3}) ?(\d{2,4})$/, 'VLT 1117', ' '),
  MX: digits(5, '06000'),
  NL: format(/^([1-9]\d{3}) ?([A-Z]{2})$/, '3511 AB', ' '),
  NO: digits(4, '0150'),
  NZ: digits(4, '6011'),
  PL: split(2, 3, '-', '00-001'),
  PT: split(4, 3, '-', '1100-148'),
  RO: digits(6, '010011'),
  SE: split(3, 2, ' ', '111 29'),
  SG: digits(6, '018956'),
  SI: digits(4, '1000'),
  SK: split(3, 2, ' ', '811 01'),
  TR: digits(5, '34000'),
  TW: format(/^(\d{3}(?:\d{2,3})?)$/, '100'),
  UA: digits(5, '01001'),
  US: format(/^(\d{5})(?:[ -]?(\d{4}))?$/, '10001', '-'),
  ZA: digits(4, '8001'),
}

const formatOf = (country: string): Format | undefined =>
  Object.hasOwn(formats, country) ? formats[country] : undefined

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
const lists: Record<string, string> = {
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  BR: 'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo|SE Sergipe|TO Tocantins',
  CA: 'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  US: 'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific',
}

/** Countries whose regions are typed in full. */
const written = new Set(['AE', 'CN', 'ID', 'IN', 'IT', 'JP', 'MX', 'MY'])

/** Null for a country without a list. */
export function regionsOf(country: string): { code: string; name: string }[] | null {
  if (!Object.hasOwn(lists, country)) return null
  return lists[country]!.split('|').map((entry) => {
    const space = entry.indexOf(' ')
    return { code: entry.slice(0, space), name: entry.slice(space + 1) }
  })
}

export const needsRegion = (country: string): boolean => written.has(country) || Object.hasOwn(lists, country)

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
