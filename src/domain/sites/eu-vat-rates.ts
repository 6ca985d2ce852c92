import type { ShopRules } from '#domain/sites/shop-rules.ts'

/**
 * What the countries of the European Union take as a rule, in hundredths of a percent, as its Taxes in Europe Database
 * has it in 2026. Lower rates depend on what exactly is sold; a site that sells such things names them in its own rules.
 */
export const euVatRates: ShopRules['vat'] = {
  AT: { standard: 2_000 },
  BE: { standard: 2_100 },
  BG: { standard: 2_000 },
  CY: { standard: 1_900 },
  CZ: { standard: 2_100 },
  DE: { standard: 1_900 },
  DK: { standard: 2_500 },
  EE: { standard: 2_400 },
  ES: { standard: 2_100 },
  FI: { standard: 2_550 },
  FR: { standard: 2_000 },
  GR: { standard: 2_400 },
  HR: { standard: 2_500 },
  HU: { standard: 2_700 },
  IE: { standard: 2_300 },
  IT: { standard: 2_200 },
  LT: { standard: 2_100 },
  LU: { standard: 1_700 },
  LV: { standard: 2_100 },
  MT: { standard: 1_800 },
  NL: { standard: 2_100 },
  PL: { standard: 2_300 },
  PT: { standard: 2_300 },
  RO: { standard: 2_100 },
  SE: { standard: 2_500 },
  SI: { standard: 2_200 },
  SK: { standard: 2_300 },
}

/** Where the rates come from, for owners who take them as they are. */
export const euVatRatesSource = { name: 'Taxes in Europe Database of the European Commission', date: '2026-11' }

export const euCountries: string[] = Object.keys(euVatRates)
