import type { FailuresAnswer, PerformanceAnswer } from '#api/admin/analytics.ts'
import { countOfDays } from '#domain/analytics/days.ts'
import { speedLabels } from '#domain/analytics/figures.ts'
import { durationText, percentageText, speedText, unknownBefore } from '#domain/analytics/words.ts'
import { failureLabel } from '#domain/downloads/events.ts'
import { AsTable } from '#web/admin/analytics/as-table.tsx'
import { BarList, DayColumns, Figure, Figures, twoColumnClass } from '#web/admin/analytics/chart.tsx'
import { useNumbers } from '#web/admin/analytics/numbers.ts'
import { Part } from '#web/admin/ui/screen.tsx'

/** Success rate and speed of downloads. */
export function PerformancePart({ shown }: { shown: PerformanceAnswer }) {
  const { completed, failed, started, verified, bytes, ms, days } = shown
  const { count, change, locale } = useNumbers()
  const length = countOfDays(days)
  const successBefore =
    completed.before === null || failed.before === null
      ? unknownBefore
      : `${percentageText(completed.before, completed.before + failed.before, locale)} in the days before`
  return (
    <>
      <Part title="Performance" intro="Speeds of complete files that a browser has received and checked.">
        <Figures>
          <Figure
            name="Success"
            value={percentageText(completed.now, completed.now + failed.now, locale)}
            about={successBefore}
          />
          <Figure name="Complete downloads" value={count(completed.now)} about={change(completed, length)} />
          <Figure
            name="Average speed"
            value={speedText(bytes.now, ms.now, locale)}
            about={
              bytes.before === null ? 'No figures before' : `${speedText(bytes.before, ms.before ?? 0, locale)} before`
            }
          />
          <Figure
            name="Average time"
            value={durationText(verified.now ? ms.now / verified.now : 0, locale)}
            about={`${count(started.now)} started, ${count(verified.now)} received and checked`}
          />
        </Figures>
      </Part>
      <div className={twoColumnClass}>
        <DownloadsByDay shown={shown} />
        <Speeds shown={shown} />
      </div>
    </>
  )
}

function DownloadsByDay({ shown: { completed, failed, byDay, days } }: { shown: PerformanceAnswer }) {
  const { count, day, shortDay } = useNumbers()
  return (
    <Part title="Downloads by day" intro="Complete downloads, with failed ones above them.">
      <div className="grid gap-2 border-line border-y bg-raised px-4 py-4">
        <DayColumns
          tall
          label={`Downloads by day: ${count(completed.now)} complete and ${count(failed.now)} failed`}
          columns={byDay.map((each) => ({
            day: each.day,
            name: day(each.day),
            parts: [
              { value: each.completed, tone: 'fill-field' },
              { value: each.failed, tone: 'fill-highlight' },
            ],
            words: `${count(each.completed)} complete, ${count(each.failed)} failed`,
          }))}
        />
        <p className="flex justify-between text-soft text-sm tabular-nums">
          <span>{shortDay(days.from)}</span>
          <span>{shortDay(days.to)}</span>
        </p>
        <p className="flex flex-wrap gap-x-6 text-sm">
          <Key tone="bg-field">Complete</Key>
          <Key tone="bg-highlight">Failed</Key>
        </p>
      </div>
      <AsTable
        caption="Downloads by day"
        file="downloads"
        days={days}
        rows={byDay}
        keyOf={(each) => each.day}
        columns={[
          { head: 'Day', cell: (each) => day(each.day) },
          { head: 'Complete', end: true, cell: (each) => count(each.completed) },
          { head: 'Failed', end: true, cell: (each) => count(each.failed) },
        ]}
      />
    </Part>
  )
}

function Speeds({ shown: { verified, speeds, days } }: { shown: PerformanceAnswer }) {
  const { count, locale } = useNumbers()
  return (
    <Part title="Speed">
      <BarList
        tone="fill-field"
        lines={speeds.map(({ speed, downloads }) => ({
          id: speed,
          label: speedLabels[speed],
          value: downloads,
          words: count(downloads),
          more: percentageText(downloads, verified.now, locale),
        }))}
      />
      <AsTable
        caption="Speed"
        file="speeds"
        days={days}
        rows={speeds}
        keyOf={({ speed }) => speed}
        columns={[
          { head: 'Speed', cell: ({ speed }) => speedLabels[speed] },
          { head: 'Downloads', end: true, cell: ({ downloads }) => count(downloads) },
        ]}
      />
    </Part>
  )
}

const Key = ({ tone, children }: { tone: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden className={`size-3 ${tone}`} /> {children}
  </span>
)

/** Failed downloads by reason. */
export function FailuresPart({ shown: { ended, failed, reasons, days } }: { shown: FailuresAnswer }) {
  const { count, locale } = useNumbers()
  const share = (n: number) => percentageText(n, ended.now, locale)
  const before =
    ended.before === null || failed.before === null
      ? unknownBefore
      : `${percentageText(failed.before, ended.before, locale)} in the days before`
  return (
    <Part
      title="Failure rate"
      intro={`${share(failed.now)} of ${count(ended.now)} finished downloads failed. ${before}.`}
    >
      <BarList
        lines={reasons.map(({ reason, now }) => ({
          id: reason,
          label: failureLabel(reason),
          value: now,
          words: count(now),
          more: share(now),
        }))}
      />
      <AsTable
        caption="Failure rate"
        file="failures"
        days={days}
        rows={reasons}
        keyOf={({ reason }) => reason}
        columns={[
          { head: 'Reason', cell: ({ reason }) => failureLabel(reason) },
          { head: 'Failed', end: true, cell: ({ now }) => count(now) },
          { head: 'Rate', end: true, cell: ({ now }) => share(now) },
          { head: 'Days before', end: true, cell: (each) => (each.before === null ? '–' : count(each.before)) },
        ]}
      />
    </Part>
  )
}
