import type { AnalyticsOverviewAnswer } from '#api/admin/analytics.ts'
import { countOfDays } from '#domain/analytics/days.ts'
import { funnelSteps } from '#domain/analytics/figures.ts'
import { funnelStepLabels, percentageText } from '#domain/analytics/labels.ts'
import { ChartBar, DailyColumnChart } from '#web/admin/analytics/chart.tsx'
import { ChartTable } from '#web/admin/analytics/chart-table.tsx'
import { useNumberFormats } from '#web/admin/analytics/numbers.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'

/** The count of each step, and its share of the step before. */
export function FunnelPart({ shown: { funnel, days } }: { shown: AnalyticsOverviewAnswer }) {
  const { count, change, locale } = useNumberFormats()
  const max = Math.max(...funnelSteps.map((step) => funnel[step].now))
  const length = countOfDays(days)
  const lines = funnelSteps.map((step, at) => {
    const previous = funnelSteps[at - 1]
    const share = previous ? percentageText(funnel[step].now, funnel[previous].now, locale) : null
    return { step, ...funnel[step], share, change: change(funnel[step], length) }
  })
  return (
    <ScreenSection title="From preview to download" intro="Each step as a share of the step above.">
      <ol className="grid border-line border-y bg-raised sm:grid-cols-[auto_auto_minmax(0,1fr)]">
        {lines.map(({ step, now, share, change: words }) => (
          <li
            key={step}
            className="grid items-center gap-x-6 gap-y-1 border-line px-4 py-3 not-first:border-t sm:col-span-full sm:grid-cols-subgrid"
          >
            <span className="font-medium">{funnelStepLabels[step]}</span>
            <span className="flex items-baseline gap-2 sm:justify-end">
              <span className="poster-type text-3xl leading-none tabular-nums">{count(now)}</span>
              <span className="min-w-12 text-right text-soft text-sm tabular-nums">{share}</span>
            </span>
            <span className="grid gap-1">
              <ChartBar value={now} max={max} />
              <span className="text-soft text-sm">{words}</span>
            </span>
          </li>
        ))}
      </ol>
      <ChartTable
        caption="From preview to download"
        file="funnel"
        days={days}
        rows={lines}
        keyOf={({ step }) => step}
        columns={[
          { head: 'Step', cell: ({ step }) => funnelStepLabels[step] },
          { head: 'Number', end: true, cell: ({ now }) => count(now) },
          { head: 'Share of the step before', end: true, cell: ({ share }) => share ?? '–' },
          { head: 'Days before', end: true, cell: ({ before }) => (before === null ? '–' : count(before)) },
        ]}
      />
    </ScreenSection>
  )
}

/** One small chart per step, by day. */
export function DailyFunnelPart({ shown: { byDay, days, funnel } }: { shown: AnalyticsOverviewAnswer }) {
  const { count, day, shortDay } = useNumberFormats()
  return (
    <ScreenSection title="By day" intro="In the time zone of the site.">
      <div className="grid gap-4 border-line border-y bg-raised px-4 py-4">
        {funnelSteps.map((step) => (
          <div key={step} className="grid gap-1">
            <p className="flex justify-between gap-4 text-sm">
              <span className="font-medium">{funnelStepLabels[step]}</span>
              <span className="text-soft tabular-nums">
                at most {count(Math.max(...byDay.map((each) => each[step])))} a day
              </span>
            </p>
            <DailyColumnChart
              label={`${funnelStepLabels[step]} by day: ${count(funnel[step].now)} in all`}
              columns={byDay.map((each) => ({
                day: each.day,
                name: day(each.day),
                parts: [{ value: each[step], tone: 'fill-field' }],
                words: count(each[step]),
              }))}
            />
          </div>
        ))}
        <p className="flex justify-between text-soft text-sm tabular-nums">
          <span>{shortDay(days.from)}</span>
          <span>{shortDay(days.to)}</span>
        </p>
      </div>
      <ChartTable
        caption="By day"
        file="days"
        days={days}
        rows={byDay}
        keyOf={(each) => each.day}
        columns={[
          { head: 'Day', cell: (each) => day(each.day) },
          ...funnelSteps.map((step) => ({
            head: funnelStepLabels[step],
            end: true,
            cell: (each: (typeof byDay)[number]) => count(each[step]),
          })),
        ]}
      />
    </ScreenSection>
  )
}
