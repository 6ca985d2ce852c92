/** Where post does not arrive without its region. Those with a list have two or three letters that stand on the envelope. */
const lists: Record<string, string> = {
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  BR: 'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo|SE Sergipe|TO Tocantins',
  CA: 'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NT Northwest Territories|NS Nova Scotia|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  US: 'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific',
}

/** Theirs are written out. */
const written = new Set(['AE', 'CN', 'ID', 'IN', 'IT', 'JP', 'MX', 'MY'])

/** The regions to choose from; null where there is no list. */
export function regionsOf(country: string): { code: string; name: string }[] | null {
  if (!Object.hasOwn(lists, country)) return null
  return lists[country]!.split('|').map((entry) => {
    const space = entry.indexOf(' ')
    return { code: entry.slice(0, space), name: entry.slice(space + 1) }
  })
}

export const needsRegion = (country: string): boolean => written.has(country) || Object.hasOwn(lists, country)

/** What people there call it. */
export function regionWord(country: string): string {
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
