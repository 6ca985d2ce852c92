import { useHydrated } from '@tanstack/react-router'
import { useWebsite } from '#web/ui/website.tsx'

/** Date and time in the browser's zone, with the zone in the tooltip. The server renders the zone of the site. */
export function LocalTimestamp({ at }: { at: string }) {
  const { locale, zone } = useWebsite()
  const here = useHydrated() ? {} : { timeZone: zone }
  const moment = new Date(at)
  const short = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...here })
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', ...here })
  return (
    <time dateTime={at} title={whole.format(moment)} className="tabular-nums">
      {short.format(moment)}
    </time>
  )
}
