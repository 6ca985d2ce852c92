import { useWebsite } from '#web/ui/website.tsx'

type WindowProps = { startDate: string | null; endDate: string | null }

/** From when until when visitors see it, by the clocks of the site, with the zone on hover. */
export function AnnouncementWindow({ startDate, endDate }: WindowProps) {
  if (!startDate && !endDate) return <span className="text-soft">Always</span>
  return (
    <span className="grid tabular-nums sm:whitespace-nowrap">
      {startDate && (
        <span>
          From <SiteTime at={startDate} />
        </span>
      )}
      {endDate && (
        <span>
          Until <SiteTime at={endDate} />
        </span>
      )}
    </span>
  )
}

function SiteTime({ at }: { at: string }) {
  const { locale, zone } = useWebsite()
  const look = (timeStyle: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: zone }).format(new Date(at))
  return (
    <time dateTime={at} title={`${look('long')}, ${zone}`}>
      {look('short')}
    </time>
  )
}
