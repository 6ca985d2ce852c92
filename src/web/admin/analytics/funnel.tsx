import type { OverviewAnswer } from '#api/admin/analytics.ts'
import { countOfDays } from '#domain/analytics/days.ts'
import { funnelSteps } from '#domain/analytics/figures.ts'
import { percentageText, stepLabels } from '#domain/analytics/words.ts'
import { AsTable } from '#web/admin/analytics/as-table.tsx'
import { Bar, DayColumns } from '#web/admin/analytics/chart.tsx'
import { useNumbers } from '#web/admin/analytics/numbers.ts'
import { Part } from '#web/admin/ui/screen.tsx'

/** The count of each step, and its share of the step before. */
export function FunnelPart({ shown: { funnel, days } }: { shown: OverviewAnswer }) {
  const { count, change, locale } = useNumbers()
  const max = Math.max(...funnelSteps.map((step) => funnel[step].now))
  const length = countOfDays(days)
  const lines = funnelSteps.map((step, at) => {
    const previous = funnelSteps[at - 1]
    const share = previous ? percentageText(funnel[step].now, funnel[previous].now, locale) : null
    return { step, ...funnel[step], share, change: change(funnel[step], length) }
  })
  return (
    <Part title="From preview to download" intro="Each step as a share of the step above.">
      <ol className="grid border-line border-y bg-raised sm:grid-cols-[auto_auto_minmax(0,1fr)]">
        {lines.map(({ step, now, share, change: words }) => (
          <li
            key={step}
            className="grid items-center gap-x-6 gap-y-1 border-line px-4 py-3 not-first:border-t sm:col-span-full sm:grid-cols-subgrid"
          >
            <span className="font-medium">{stepLabels[step]}</span>
            <span className="flex items-baseline gap-2 sm:justify-end">
              <span className="poster-type text-3xl leading-none tabular-nums">{count(now)}</span>
              <span className="min-w-12 text-right text-soft text-sm tabular-nums">{share}</span>
            </span>
            <span className="grid gap-1">
              <Bar value={now} max={max} />
              <span className="text-soft text-sm">{words}</span>
            </span>
          </li>
        ))}
      </ol>
      <AsTable
        caption="From preview to download"
        file="funnel"
        days={days}
        rows={lines}
        keyOf={({ step }) => step}
        columns={[
          { head: 'Step', cell: ({ step }) => stepLabels[step] },
          { head: 'Number', end: true, cell: ({ now }) => count(now) },
          { head: 'Share of the step before', end: true, cell: ({ share }) => share ?? '–' },
          { head: 'Days before', end: true, cell: ({ before }) => (before === null ? '–' : count(before)) },
        ]}
      />
    </Part>
  )
}

/** One small chart per step, by day. */
export function DaysPart({ shown: { byDay, days, funnel } }: { shown: OverviewAnswer }) {
  const { count, day, shortDay } = useNumbers()
  return (
    <Part title="By day" intro="In the time zone of the site.">
      <div className="grid gap-4 border-line border-y bg-raised px-4 py-4">
        {funnelSteps.map((step) => (
          <div key={step} className="grid gap-1">
            <p className="flex justify-between gap-4 text-sm">
              <span className="font-medium">{stepLabels[step]}</span>
              <span className="text-soft tabular-nums">
                at most {count(Math.max(...byDay.map((each) => each[step])))} a day
              </span>
            </p>
            <DayColumns
              label={`${stepLabels[step]} by day: ${count(funnel[step].now)} in all`}
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
      <AsTable
        caption="By day"
        file="days"
        days={days}
        rows={byDay}
        keyOf={(each) => each.day}
        columns={[
          { head: 'Day', cell: (each) => day(each.day) },
          ...funnelSteps.map((step) => ({
            head: stepLabels[step],
            end: true,
            cell: (each: (typeof byDay)[number]) => count(each[step]),
          })),
        ]}
      />
    </Part>
  )
}
