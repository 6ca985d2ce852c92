import type { FunnelStep } from '#domain/analytics/figures.ts'

export const funnelStepLabels: Record<FunnelStep, string> = {
  preview: 'Previews played',
  complete: 'Heard to the end',
  cart: 'Added to cart',
  purchase: 'Bought',
  download: 'Downloaded',
}

/** An empty referrer is a direct visit. */
export const referrerText = (referrer: string): string => referrer || 'Directly'

export const deletedProductLabel = 'A deleted product'

/** `37.5%`, or a dash when the whole is 0. */
export function percentageText(part: number, whole: number, locale: string): string {
  if (whole <= 0) return '–'
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(part / whole)
}

export const noComparisonText = 'No figures for the days before'

/** `25 % more than in the 7 days before (80)`. */
export function comparedCountText(
  now: number,
  before: number | null,
  days: number,
  words: (n: number) => string,
): string {
  const then = days === 1 ? 'on the day before' : `in the ${days} days before`
  if (before === null) return noComparisonText
  if (before === 0) return now === 0 ? `None ${then} either` : `None ${then}`
  if (now === before) return `The same as ${then}`
  const change = Math.round((Math.abs(now - before) / before) * 100)
  return `${change < 1 ? 'Less than 1' : change}% ${now > before ? 'more' : 'less'} than ${then} (${words(before)})`
}

/** `12.4 MB/s`: all bytes divided by all the time. */
export function downloadSpeedText(bytes: number, ms: number, locale: string): string {
  if (ms <= 0) return '–'
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return `${number.format(bytes / 1_000_000 / (ms / 1_000))} MB/s`
}

/** `1 min 12 s`. */
export function durationText(ms: number, locale: string): string {
  if (ms <= 0) return '–'
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  if (ms < 60_000) return `${number.format(ms / 1_000)} s`
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
