import { euCountries, euVatRates } from '#domain/sites/eu-vat-rates.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'

/** Prices are what is paid, wherever the parcel goes. */
export const shop: ShopRules = {
  pricesIncludeVat: true,
  vat: { ...euVatRates, GB: { standard: 2_000, books: 0 } },
  shipping: [
    {
      id: 'uk-tracked',
      name: 'Royal Mail Tracked 48',
      countries: ['GB', 'GG', 'IM', 'JE'],
      tiers: [
        { fromSubtotal: 0, price: 395 },
        { fromSubtotal: 6_000, price: 0 },
      ],
      days: { from: 2, to: 4 },
    },
    {
      id: 'uk-next-day',
      name: 'Special delivery, next working day',
      countries: ['GB'],
      tiers: [{ fromSubtotal: 0, price: 795 }],
      days: { from: 1, to: 1 },
    },
    {
      id: 'europe',
      name: 'International tracked, Europe',
      countries: [...euCountries, 'CH', 'IS', 'LI', 'NO'],
      tiers: [
        { fromSubtotal: 0, price: 950 },
        { fromSubtotal: 6_000, price: 600 },
        { fromSubtotal: 12_000, price: 0 },
      ],
      days: { from: 4, to: 8 },
    },
    {
      id: 'world',
      name: 'International tracked',
      countries: 'rest',
      tiers: [
        { fromSubtotal: 0, price: 1_450 },
        { fromSubtotal: 12_000, price: 700 },
      ],
      days: { from: 7, to: 15 },
    },
  ],
  downloads: { allowed: 5, days: 30 },
}
