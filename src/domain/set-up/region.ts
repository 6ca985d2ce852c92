import type { VatRates } from '#domain/sites/shop-rules.ts'
import { vatOfEurope } from '#domain/sites/vat-europe.ts'

/** The rates that the program knows for owners in this country; null: they enter their own. */
export const vatPreset = (country: string): { [country: string]: VatRates } | null =>
  Object.hasOwn(vatOfEurope, country) ? vatOfEurope : null
