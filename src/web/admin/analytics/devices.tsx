import type { AnalyticsOverviewAnswer } from '#api/admin/analytics.ts'
import { countOfDays } from '#domain/analytics/days.ts'
import { percentageText } from '#domain/analytics/labels.ts'
import { deviceTexts } from '#domain/texts/analytics.ts'
import { BarList } from '#web/admin/analytics/chart.tsx'
import { ChartTable } from '#web/admin/analytics/chart-table.tsx'
import { useNumberFormats } from '#web/admin/analytics/numbers.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'

export function DevicesPart({ shown: { devices, days } }: { shown: AnalyticsOverviewAnswer }) {
  const { count, change, locale } = useNumberFormats()
  const all = devices.reduce((sum, { now }) => sum + now, 0)
  return (
    <ScreenSection
      title="Devices"
      intro="What previews are played on. Visitors who chose “Essential Only” count as unknown."
    >
      <BarList
        lines={devices.map(({ device, now, before }) => ({
          id: device,
          label: deviceTexts[device],
          value: now,
          words: `${count(now)} (${percentageText(now, all, locale)})`,
          more: change({ now, before }, countOfDays(days)),
        }))}
      />
      <ChartTable
        caption="Devices"
        file="devices"
        days={days}
        rows={devices}
        keyOf={({ device }) => device}
        columns={[
          { head: 'Device', cell: ({ device }) => deviceTexts[device] },
          { head: 'Previews', end: true, cell: ({ now }) => count(now) },
          { head: 'Share', end: true, cell: ({ now }) => percentageText(now, all, locale) },
          { head: 'Days before', end: true, cell: ({ before }) => (before === null ? '–' : count(before)) },
        ]}
      />
    </ScreenSection>
  )
}
