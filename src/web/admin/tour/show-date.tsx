import { useWebsite } from '#web/ui/website.tsx'

type ShowTime = { date: string; time: string | null; zone: string }

/** Local date and time of the venue, with its zone in the tooltip. */
export function ShowDate({ show: { date, time, zone } }: { show: ShowTime }) {
  const { locale } = useWebsite()
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
  return (
    <time dateTime={time ? `${date}T${time}` : date} title={zone} className="tabular-nums sm:whitespace-nowrap">
      {day}
      {time && <span className="text-soft">, {time.slice(0, 5)}</span>}
    </time>
  )
}
