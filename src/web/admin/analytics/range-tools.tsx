import type { AnalyticsOverviewAnswer } from '#api/admin/analytics.ts'
import {
  countOfDays,
  defaultDayRangeLength,
  lastDays,
  topPerformersRangeDays,
  visitorEventRetentionDays,
} from '#domain/analytics/days.ts'
import type { AnalyticsSearch } from '#web/admin/analytics/analytics-query.ts'
import { useNumberFormats } from '#web/admin/analytics/numbers.ts'
import { DayField } from '#web/admin/ui/editor/day-field.tsx'
import { ListTools } from '#web/admin/ui/lists/list-tools.tsx'
import { useSetSearch } from '#web/admin/ui/lists/use-list-screen.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Chooses the days, and names the period they are compared with. */
export function DateRangePicker({
  shown,
  today,
}: {
  shown: Pick<AnalyticsOverviewAnswer, 'days' | 'before'>
  today: string
}) {
  const { zone } = useWebsite()
  const setSearch = useSetSearch<AnalyticsSearch>()
  const { day } = useNumberFormats()
  const { days, before } = shown
  const length = countOfDays(days)
  return (
    <div className="grid gap-3">
      <ListTools>
        {[defaultDayRangeLength, topPerformersRangeDays, visitorEventRetentionDays].map((count) => (
          <Button
            key={count}
            variant="quiet"
            aria-pressed={days.to === today && length === count}
            className="aria-pressed:border-current aria-pressed:bg-current/8"
            onClick={() =>
              setSearch(count === defaultDayRangeLength ? { from: undefined, to: undefined } : lastDays(count, today))
            }
          >
            {count} days
          </Button>
        ))}
        <DayField label="From" zone={zone} value={days.from} onChange={(from) => setSearch({ from, to: days.to })} />
        <DayField label="To" zone={zone} value={days.to} onChange={(to) => setSearch({ from: days.from, to })} />
      </ListTools>
      <p role="status" className="text-soft text-sm">
        {day(days.from)} to {day(days.to)}
        {before
          ? `, compared with ${day(before.from)} to ${day(before.to)}.`
          : `. Figures are kept for ${visitorEventRetentionDays} days, so there is no earlier period to compare with.`}
      </p>
    </div>
  )
}
