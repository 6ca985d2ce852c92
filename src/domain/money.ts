/** Asking takes as long as a thousand prices. */
const known = new Map<string, number>()

/** How many digits a currency has behind the point: 2 for GBP, none for JPY. */
export function digitsOf(currency: string): number {
  const before = known.get(currency)
  if (before !== undefined) return before
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  known.set(currency, maximumFractionDigits)
  return maximumFractionDigits
}

/** Minor units as people write them: 1250 pence are 12.5. */
export const majorOf = (amount: number, currency: string): number => amount / 10 ** digitsOf(currency)

/** `£12.50`, as the site's readers write it. */
export const moneyWords = (amount: number, { locale, currency }: { locale: string; currency: string }): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(majorOf(amount, currency))

/** What somebody typed, such as `12.5` or `12,50`, in minor units; null when it is no amount of this currency. */
export function minorOf(typed: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d{1,7})(?:[.,](\d*))?$/.exec(typed.trim()) ?? []
  if (!whole || part.length > digits) return null
  const amount = Number(whole) * 10 ** digits + Number(part.padEnd(digits, '0'))
  return sign && amount ? -amount : amount
}

/** For a field: `12.50`. */
export const typedOf = (amount: number, currency: string): string =>
  majorOf(amount, currency).toFixed(digitsOf(currency))
