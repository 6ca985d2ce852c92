import { comparedCountText } from '#domain/analytics/labels.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** Formats numbers and days in the locale of the site. */
export function useNumberFormats() {
  const { locale } = useWebsite()
  const number = new Intl.NumberFormat(locale)
  const count = (n: number) => number.format(n)
  const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    locale,
    count,
    shortDay: (day: string) => short.format(new Date(day)),
    day: (day: string) => whole.format(new Date(day)),
    change: ({ now, before }: { now: number; before: number | null }, days: number) =>
      comparedCountText(now, before, days, count),
  }
}
