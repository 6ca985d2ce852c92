import { useHydrated } from '@tanstack/react-router'
import { useWebsite } from '#web/ui/website.tsx'

/** A moment by the reader's own clock, with the zone on hover. The server does not know that clock. */
export function Moment({ at }: { at: string }) {
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
