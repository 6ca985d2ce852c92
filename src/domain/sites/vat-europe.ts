import type { ShopRules } from '#domain/sites/shop-rules.ts'

const only = (standard: number) => ({ standard })

/** What the countries of the European Union take, in hundredths of a percent; printed books have a rate of their own. */
export const vatOfEurope: ShopRules['vat'] = {
  AT: { standard: 2_000, books: 1_000 },
  BE: { standard: 2_100, books: 600 },
  BG: { standard: 2_000, books: 900 },
  CY: { standard: 1_900, books: 300 },
  CZ: { standard: 2_100, books: 0 },
  DE: { standard: 1_900, books: 700 },
  DK: only(2_500),
  EE: { standard: 2_400, books: 900 },
  ES: { standard: 2_100, books: 400 },
  FI: { standard: 2_550, books: 1_350 },
  FR: { standard: 2_000, books: 550 },
  GR: { standard: 2_400, books: 600 },
  HR: { standard: 2_500, books: 500 },
  HU: { standard: 2_700, books: 500 },
  IE: { standard: 2_300, books: 0 },
  IT: { standard: 2_200, books: 400 },
  LT: { standard: 2_100, books: 500 },
  LU: { standard: 1_700, books: 300 },
  LV: { standard: 2_100, books: 500 },
  MT: { standard: 1_800, books: 500 },
  NL: { standard: 2_100, books: 900 },
  PL: { standard: 2_300, books: 500 },
  PT: { standard: 2_300, books: 600 },
  RO: { standard: 2_100, books: 1_100 },
  SE: { standard: 2_500, books: 600 },
  SI: { standard: 2_200, books: 500 },
  SK: { standard: 2_300, books: 500 },
}

export const unionCountries: string[] = Object.keys(vatOfEurope)
