import { numberFormat } from '#domain/formats.ts'

/**
 * Currencies without two decimals, as card payments count them: one amount must mean the same in the database, in every
 * browser and at the payment provider. `Intl` does not help: it drops decimals that people do not write, such as the
 * fillér of HUF, and not everywhere alike.
 */
const currenciesWithoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const currenciesWithThreeDecimals = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Decimals of a currency: 2 for GBP, 0 for JPY. */
export const decimalsOf = (currency: string): number =>
  currenciesWithoutDecimals.has(currency) ? 0 : currenciesWithThreeDecimals.has(currency) ? 3 : 2

/** 1250 pence are 12.5 pounds. */
export const toMajorUnits = (amount: number, currency: string): number => amount / 10 ** decimalsOf(currency)

/** The text before, between and after the digits of an amount. */
export type MoneyStyle = { prefix: string; decimalSeparator: string; suffix: string }
type FormatOptions = { locale: string; currency: string; money?: MoneyStyle | null }

/** `£12.50`, in the site's locale. */
export function formatMoney(amount: number, { locale, currency, money }: FormatOptions): string {
  const [whole = '', part = ''] = amountFieldValue(amount, currency).split('.')
  // Group separators and minus signs differ too much between locales for the short way.
  if (money && Number.isSafeInteger(amount) && /^\d{1,3}$/.test(whole))
    return `${money.prefix}${whole}${money.decimalSeparator}${part}${money.suffix}`
  return formatOf(locale, currency).format(toMajorUnits(amount, currency))
}

/**
 * The style that the server sends to browsers: on a phone, the first use of a currency formatter takes longer than
 * anything else on a page. Null where the locale does not use the digits 0 to 9.
 */
export function moneyStyle(locale: string, currency: string): MoneyStyle | null {
  const sample = formatOf(locale, currency).format(123)
  const [, prefix, decimalSeparator = '', suffix = ''] = /^(\D*)123(?:(\D+?)0+)?(\D*)$/.exec(sample) ?? []
  return prefix === undefined ? null : { prefix, decimalSeparator, suffix }
}

function formatOf(locale: string, currency: string): Intl.NumberFormat {
  const digits = decimalsOf(currency)
  const format = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  return numberFormat(locale, format)
}

/** Typed text such as `12.5` or `12,50` in minor units; null when it is not an amount of this currency. */
export function parseMinorUnits(typed: string, currency: string): number | null {
  const digits = decimalsOf(currency)
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d{1,7})(?:[.,](\d*))?$/.exec(typed.trim()) ?? []
  if (!whole || part.length > digits) return null
  const amount = Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0'))
  return sign && amount ? -amount : amount
}

/** For a field: `12.50`. */
export const amountFieldValue = (amount: number, currency: string): string =>
  toMajorUnits(amount, currency).toFixed(decimalsOf(currency))
