import type { AdminSettings } from '#api/admin/settings.ts'
import { amountFieldValue, parseMinorUnits } from '#domain/money.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import { type VatKind, vatKinds } from '#domain/sites/shop-rules.ts'
import { countryName } from '#domain/tour/country.ts'

/** Amounts, rates and days as they are typed. */
export type ShippingTierValues = { from: string; price: string }
export type DeliveryMethodValues = {
  id: string
  name: string
  countries: string[] | 'rest'
  daysFrom: string
  daysTo: string
  tiers: ShippingTierValues[]
}
export type VatRow = { country: string } & Record<VatKind, string>
export type VatValues = { pricesIncludeVat: boolean; rows: VatRow[] }
export type DownloadLimitValues = { allowed: string; days: string }

/** Null: as in the starter. */
export type ShopValues = {
  delivery: DeliveryMethodValues[] | null
  vat: VatValues | null
  downloads: DownloadLimitValues | null
}

export const deliveryMethodValuesOf = (delivery: SettingValues['delivery'], currency: string): DeliveryMethodValues[] =>
  delivery.map(({ id, name, countries, days, tiers }) => ({
    id,
    name,
    countries,
    daysFrom: String(days.from),
    daysTo: String(days.to),
    tiers: tiers.map(({ fromSubtotal, price }) => ({
      from: amountFieldValue(fromSubtotal, currency),
      price: amountFieldValue(price, currency),
    })),
  }))

export const vatValuesOf = ({ pricesIncludeVat, rates }: SettingValues['vat']): VatValues => ({
  pricesIncludeVat,
  rows: sortedVatRows(Object.entries(rates).map(([country, own]) => ({ country, ...vatRateValuesOf(own) }))),
})

/** In the order of the names that the table shows. */
export const sortedVatRows = (rows: readonly VatRow[]): VatRow[] =>
  rows.toSorted((a, b) => countryName(a.country, 'en').localeCompare(countryName(b.country, 'en')))

export const downloadLimitValuesOf = ({ allowed, days }: SettingValues['downloads']): DownloadLimitValues => ({
  allowed: String(allowed),
  days: String(days),
})

export const vatRateValuesOf = (rates: Partial<Record<VatKind, number>>): Record<VatKind, string> =>
  Object.fromEntries(
    vatKinds.map((kind) => [kind, rates[kind] === undefined ? '' : String(rates[kind] / 100)]),
  ) as Record<VatKind, string>

export const shopValuesOf = (settings: AdminSettings, currency: string): ShopValues => ({
  delivery: settings.delivery && deliveryMethodValuesOf(settings.delivery, currency),
  vat: settings.vat && vatValuesOf(settings.vat as SettingValues['vat']),
  downloads: settings.downloads && downloadLimitValuesOf(settings.downloads),
})

/** Text that is not a number becomes NaN, which the schema refuses. */
const amount = (typed: string, currency: string) => parseMinorUnits(typed, currency) ?? Number.NaN
const parseWholeNumber = (typed: string) => (/^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN)
/** `20` or `5,5` percent in hundredths of a percent. */
const rate = (typed: string) => {
  const [, before = '', after = ''] = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(typed.trim().replace(/\s*%$/, '')) ?? []
  return before ? Number(before) * 100 + Number(after.padEnd(2, '0')) : Number.NaN
}

export const deliveryDraft = (methods: DeliveryMethodValues[], currency: string) =>
  methods.map(({ id, name, countries, daysFrom, daysTo, tiers }) => ({
    id,
    name,
    countries,
    days: { from: parseWholeNumber(daysFrom), to: parseWholeNumber(daysTo) },
    tiers: tiers.map(({ from, price }) => ({ fromSubtotal: amount(from, currency), price: amount(price, currency) })),
  }))

export const vatDraft = ({ pricesIncludeVat, rows }: VatValues) => ({
  pricesIncludeVat,
  rates: Object.fromEntries(
    rows.map(({ country, ...typed }) => [
      country,
      Object.fromEntries(
        vatKinds
          .filter((kind) => kind === 'standard' || typed[kind].trim() !== '')
          .map((kind) => [kind, rate(typed[kind])]),
      ),
    ]),
  ),
})

export const downloadLimitsDraft = ({ allowed, days }: DownloadLimitValues) => ({
  allowed: parseWholeNumber(allowed),
  days: parseWholeNumber(days),
})

export const shopDraft = ({ delivery, vat, downloads }: ShopValues, currency: string) => ({
  delivery: delivery && deliveryDraft(delivery, currency),
  vat: vat && vatDraft(vat),
  downloads: downloads && downloadLimitsDraft(downloads),
})

/** A new id that no other method has. Orders keep the id of the method that was chosen. */
export function newDeliveryMethodValues(
  methods: readonly DeliveryMethodValues[],
  currency: string,
): DeliveryMethodValues {
  let number = methods.length + 1
  while (methods.some(({ id }) => id === `delivery-${number}`)) number++
  const tiers = [{ from: amountFieldValue(0, currency), price: amountFieldValue(0, currency) }]
  return { id: `delivery-${number}`, name: '', countries: [], daysFrom: '2', daysTo: '5', tiers }
}
