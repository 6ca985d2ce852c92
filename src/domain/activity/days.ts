import { instantOf, type LocalDate } from '#domain/time/local-time.ts'

/** From the start of one local day to the end of another, in a time zone. */
export function instantRangeOfDays(
  { from, to }: { from?: LocalDate | undefined; to?: LocalDate | undefined },
  zone: string,
): { since?: Date; until?: Date } {
  return { ...(from && { since: midnight(from, zone) }), ...(to && { until: midnight(dayAfter(to), zone) }) }
}

const midnight = (date: LocalDate, zone: string) => instantOf(date, '00:00', zone)
const dayAfter = (date: LocalDate) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
