import type { DownloadFailuresAnswer, PreviewPerformanceAnswer } from '#api/admin/analytics.ts'
import { countOfDays } from '#domain/analytics/days.ts'
import { speedLabels } from '#domain/analytics/figures.ts'
import { downloadSpeedText, durationText, noComparisonText, percentageText } from '#domain/analytics/labels.ts'
import { failureLabel } from '#domain/downloads/events.ts'
import { BarList, DailyColumnChart, KeyFigure, KeyFigureList, twoColumnClass } from '#web/admin/analytics/chart.tsx'
import { ChartTable } from '#web/admin/analytics/chart-table.tsx'
import { useNumberFormats } from '#web/admin/analytics/numbers.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'

/** Success rate and speed of downloads. */
export function DownloadPerformancePart({ shown }: { shown: PreviewPerformanceAnswer }) {
  const { completed, failed, started, verified, bytes, ms, days } = shown
  const { count, change, locale } = useNumberFormats()
  const length = countOfDays(days)
  const successBefore =
    completed.before === null || failed.before === null
      ? noComparisonText
      : `${percentageText(completed.before, completed.before + failed.before, locale)} in the days before`
  return (
    <>
      <ScreenSection title="Performance" intro="Speeds of complete files that a browser has received and checked.">
        <KeyFigureList>
          <KeyFigure
            name="Success"
            value={percentageText(completed.now, completed.now + failed.now, locale)}
            about={successBefore}
          />
          <KeyFigure name="Complete downloads" value={count(completed.now)} about={change(completed, length)} />
          <KeyFigure
            name="Average speed"
            value={downloadSpeedText(bytes.now, ms.now, locale)}
            about={
              bytes.before === null
                ? 'No figures before'
                : `${downloadSpeedText(bytes.before, ms.before ?? 0, locale)} before`
            }
          />
          <KeyFigure
            name="Average time"
            value={durationText(verified.now ? ms.now / verified.now : 0, locale)}
            about={`${count(started.now)} started, ${count(verified.now)} received and checked`}
          />
        </KeyFigureList>
      </ScreenSection>
      <div className={twoColumnClass}>
        <DownloadsByDay shown={shown} />
        <Speeds shown={shown} />
      </div>
    </>
  )
}

function DownloadsByDay({ shown: { completed, failed, byDay, days } }: { shown: PreviewPerformanceAnswer }) {
  const { count, day, shortDay } = useNumberFormats()
  return (
    <ScreenSection title="Downloads by day" intro="Complete downloads, with failed ones above them.">
      <div className="grid gap-2 border-line border-y bg-raised px-4 py-4">
        <DailyColumnChart
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
          <LegendKey tone="bg-field">Complete</LegendKey>
          <LegendKey tone="bg-highlight">Failed</LegendKey>
        </p>
      </div>
      <ChartTable
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
    </ScreenSection>
  )
}

function Speeds({ shown: { verified, speeds, days } }: { shown: PreviewPerformanceAnswer }) {
  const { count, locale } = useNumberFormats()
  return (
    <ScreenSection title="Speed">
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
      <ChartTable
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
    </ScreenSection>
  )
}

const LegendKey = ({ tone, children }: { tone: string; children: string }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden className={`size-3 ${tone}`} /> {children}
  </span>
)

/** Failed downloads by reason. */
export function DownloadFailuresPart({ shown: { ended, failed, reasons, days } }: { shown: DownloadFailuresAnswer }) {
  const { count, locale } = useNumberFormats()
  const share = (n: number) => percentageText(n, ended.now, locale)
  const before =
    ended.before === null || failed.before === null
      ? noComparisonText
      : `${percentageText(failed.before, ended.before, locale)} in the days before`
  return (
    <ScreenSection
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
      <ChartTable
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
    </ScreenSection>
  )
}
