import { instantOf, type LocalDate } from '#domain/time/zoned.ts'

/** From the first moment of one day to the first moment after another, by the clocks of a zone. */
export function daysBetween(
  { from, to }: { from?: LocalDate | undefined; to?: LocalDate | undefined },
  zone: string,
): { since?: Date; until?: Date } {
  return { ...(from && { since: midnight(from, zone) }), ...(to && { until: midnight(dayAfter(to), zone) }) }
}

const midnight = (date: LocalDate, zone: string) => instantOf(date, '00:00', zone)
const dayAfter = (date: LocalDate) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
