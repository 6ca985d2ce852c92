import { useWebsite } from '#web/ui/website.tsx'

export type DayValue = { date: string; value: number; words: string }

/** A bar per day, and a table for screen readers. Renders nothing when every value is 0. */
export function Sparkline({ name, days }: { name: string; days: DayValue[] }) {
  const { locale } = useWebsite()
  const max = Math.max(...days.map(({ value }) => value))
  if (max <= 0) return null
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const named = days.map((each) => ({ ...each, day: day.format(new Date(each.date)) }))
  return (
    <>
      <div aria-hidden className="flex h-10 items-end gap-px border-line border-b">
        {named.map(({ date, day, value, words }) => (
          <span
            key={date}
            title={`${day}: ${words}`}
            style={{ height: `${(100 * Math.max(0, value)) / max}%` }}
            className="grow bg-field"
          />
        ))}
      </div>
      <table className="sr-only">
        <caption>{name} by day</caption>
        <thead>
          <tr>
            <th>Day</th>
            <th>{name}</th>
          </tr>
        </thead>
        <tbody>
          {named.map(({ date, day, words }) => (
            <tr key={date}>
              <th>{day}</th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
