import type { ListedShow } from '#web/admin/tour/shows-query.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** By the clocks of the venue, with its zone on hover. */
export function ShowDate({ show: { date, time, zone } }: { show: Pick<ListedShow, 'date' | 'time' | 'zone'> }) {
  const { locale } = useWebsite()
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
  return (
    <time dateTime={time ? `${date}T${time}` : date} title={zone} className="whitespace-nowrap tabular-nums">
      {day}
      {time && <span className="text-soft">, {time.slice(0, 5)}</span>}
    </time>
  )
}
