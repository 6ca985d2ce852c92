import { useWebsite } from '#web/ui/website.tsx'

type Dated = { date: string; time: string | null; zone: string }

/** By the clocks of the venue, with its zone on hover. */
export function ShowDate({ show: { date, time, zone } }: { show: Dated }) {
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
