/** The tax categories of products. */
export const vatKinds = ['standard', 'reduced', 'books', 'downloads'] as const
export type VatKind = (typeof vatKinds)[number]

/** In hundredths of a percent: `{ standard: 2000, books: 0 }`. A kind without a rate of its own has the standard one. */
export type VatRates = { standard: number } & { [kind in VatKind]?: number }

/** From this value of the goods on, delivery costs so much. Minor units of the site's currency. */
export type ShippingTier = { fromSubtotal: number; price: number }

export type ShippingOption = {
  id: string
  name: string
  /** ISO 3166-1 alpha-2; `rest` is every country that no other option names. */
  countries: string[] | 'rest'
  /** The first begins at 0, each next one higher. */
  tiers: ShippingTier[]
  /** Working days on the way. */
  days: { from: number; to: number }
}

export type ShopRules = {
  /** Prices are what a buyer pays, with the VAT in them; otherwise it comes on top. */
  pricesIncludeVat: boolean
  /** By the buyer's country. Where none is named no VAT is taken. */
  vat: { [country: string]: VatRates }
  shipping: ShippingOption[]
  /** How often and how many days a download can be fetched. */
  downloads: { allowed: number; days: number }
}

const named = ({ shipping }: Pick<ShopRules, 'shipping'>) =>
  shipping.flatMap(({ countries }) => (countries === 'rest' ? [] : countries))

/** Where parcels go; `all` is the whole world. */
export function deliveryCountries(rules: Pick<ShopRules, 'shipping'>): string[] | 'all' {
  return rules.shipping.some(({ countries }) => countries === 'rest') ? 'all' : [...new Set(named(rules))].sort()
}

/** The ways in which a parcel can go to this country. */
export function shippingOptionsFor(rules: Pick<ShopRules, 'shipping'>, country: string): ShippingOption[] {
  const own = rules.shipping.filter(({ countries }) => countries !== 'rest' && countries.includes(country))
  return own.length ? own : rules.shipping.filter(({ countries }) => countries === 'rest')
}

/** What the buyer chose, by its name of today. An option that the site no longer has keeps its id. */
export const shippingOptionName = ({ shipping }: Pick<ShopRules, 'shipping'>, optionId: string | null): string | null =>
  shipping.find(({ id }) => id === optionId)?.name ?? optionId

export function shippingPrice({ tiers }: Pick<ShippingOption, 'tiers'>, subtotal: number): number {
  return tiers.findLast(({ fromSubtotal }) => fromSubtotal <= subtotal)?.price ?? 0
}

export function vatRate({ vat }: Pick<ShopRules, 'vat'>, country: string, kind: string): number {
  const rates = Object.hasOwn(vat, country) ? vat[country] : undefined
  if (!rates) return 0
  return rates[vatKinds.find((known) => known === kind) ?? 'standard'] ?? rates.standard
}

/** The kinds that make a difference on this site, `standard` first. */
export const vatKindsOf = ({ vat }: Pick<ShopRules, 'vat'>): VatKind[] =>
  vatKinds.filter((kind) => kind === 'standard' || Object.values(vat).some((rates) => rates[kind] !== undefined))
