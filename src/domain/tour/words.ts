import { dateFormat } from '#domain/formats.ts'

/** A date and its times as the site's readers write them. */
export type ShowTexts = {
  /** `Friday 20 November 2026` */
  date: string
  day: string
  month: string
  weekday: string
  time: string | null
  doors: string | null
  /** From when tickets can be had, until then. */
  onSale: string | null
}

type ShowTimes = { date: string; time: string | null; doorsTime: string | null; onSaleAt: Date | null; zone: string }

/**
 * Said by the server alone: browsers need not agree with it on how a date is written, and many a phone takes longer to
 * learn that than to show the page. Nor need their clocks agree: what is on sale is on sale by ours.
 */
export function formatShowTexts(
  { date, time, doorsTime, onSaleAt, zone }: ShowTimes,
  { locale, now }: { locale: string; now: Date },
): ShowTexts {
  // The date on the poster is the venue's own, so no reader's zone may move it.
  const posted = new Date(`${date}T00:00:00Z`)
  const part = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(posted)
  const sale = { dateStyle: 'full', timeStyle: 'short', timeZone: zone } as const
  return {
    date: part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    day: part({ day: '2-digit' }),
    month: part({ month: 'short' }),
    weekday: part({ weekday: 'short' }),
    time: time && timeText(time, locale),
    doors: doorsTime && timeText(doorsTime, locale),
    onSale: onSaleAt && onSaleAt > now ? dateFormat(locale, sale).format(onSaleAt) : null,
  }
}

/** `20:30` or `8:30 pm`, with spaces that everything can show. */
export const timeText = (time: string, locale: string): string =>
  dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
    .format(new Date(`2026-01-01T${time}Z`))
    .replaceAll(/\s/g, ' ')
