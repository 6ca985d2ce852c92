import { euCountries, euVatRates } from '#domain/sites/eu-vat-rates.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'

/** Venues and schools reckon without VAT, so it comes on top. Boxes go to Europe only. */
export const shop: ShopRules = {
  pricesIncludeVat: false,
  vat: euVatRates,
  shipping: [
    {
      id: 'netherlands',
      name: 'PostNL parcel',
      countries: ['NL'],
      tiers: [{ fromSubtotal: 0, price: 580 }],
      days: { from: 1, to: 2 },
    },
    {
      id: 'europe',
      name: 'PostNL parcel, Europe',
      countries: [...euCountries.filter((country) => country !== 'NL'), 'CH', 'GB', 'LI', 'NO'],
      tiers: [
        { fromSubtotal: 0, price: 1_240 },
        { fromSubtotal: 15_000, price: 620 },
      ],
      days: { from: 3, to: 7 },
    },
  ],
  downloads: { allowed: 10, days: 90 },
}
