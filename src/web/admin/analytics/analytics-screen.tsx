import { useRouter } from '@tanstack/react-router'
import type { AnalyticsOverviewAnswer } from '#api/admin/analytics.ts'
import { maxReferrers, maxReferrersByDevice } from '#domain/analytics/figures.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { analyticsTexts } from '#domain/texts/analytics.ts'
import {
  type AnalyticsSearch,
  analyticsOverviewQuery,
  downloadFailuresQuery,
  downloadPerformanceQuery,
} from '#web/admin/analytics/analytics-query.ts'
import { twoColumnClass } from '#web/admin/analytics/chart.tsx'
import { DevicesPart } from '#web/admin/analytics/devices.tsx'
import { DownloadFailuresPart, DownloadPerformancePart } from '#web/admin/analytics/downloads-view.tsx'
import { DailyFunnelPart, FunnelPart } from '#web/admin/analytics/funnel.tsx'
import { DateRangePicker } from '#web/admin/analytics/range-tools.tsx'
import { PerformersPart, ProductsPart, ReferrersPart } from '#web/admin/analytics/rankings.tsx'
import { IncludesDemoNotice, useHasDemoVisits } from '#web/admin/ui/demo-marks.tsx'
import { SkeletonFields, SkeletonRows } from '#web/admin/ui/lists/list-status.tsx'
import { useSetSearch } from '#web/admin/ui/lists/use-list-screen.ts'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { TabBar } from '#web/ui/tab-bar.tsx'

/** Previews, purchases and downloads. */
export function AnalyticsScreen({ search }: { search: AnalyticsSearch }) {
  const { api } = useRouter().options.context
  const setSearch = useSetSearch<AnalyticsSearch>()
  const hasDemoVisits = useHasDemoVisits()
  return (
    <Screen
      title={sidebarTexts.analytics}
      intro={
        <>
          Preview plays, sales and downloads. The figures do not identify visitors.{' '}
          {hasDemoVisits && <IncludesDemoNotice what="visits" />}
        </>
      }
    >
      <QueryBoundary
        query={analyticsOverviewQuery(api, search)}
        failed={analyticsTexts.downloadsFailed}
        skeleton={<AnalyticsSkeleton />}
      >
        {(shown) => (
          <>
            <DateRangePicker shown={shown} today={shown.today} />
            <TabBar
              label="Views of the figures"
              value={search.view ?? 'overview'}
              onChange={(id) => setSearch({ view: id === 'overview' ? undefined : id })}
              tabs={[
                { id: 'overview', label: 'Overview', panel: <OverviewPanel shown={shown} /> },
                { id: 'devices', label: 'Devices', panel: <DevicesPanel shown={shown} /> },
                { id: 'downloads', label: 'Downloads', panel: <DownloadsPanel search={search} /> },
              ]}
            />
          </>
        )}
      </QueryBoundary>
    </Screen>
  )
}

type PanelProps = { shown: AnalyticsOverviewAnswer }

const OverviewPanel = ({ shown }: PanelProps) => (
  <div className="grid gap-8">
    <FunnelPart shown={shown} />
    <DailyFunnelPart shown={shown} />
    <div className={twoColumnClass}>
      <ProductsPart shown={shown} />
      <PerformersPart shown={shown} />
    </div>
    <ReferrersPart shown={shown} max={maxReferrers} />
  </div>
)

const DevicesPanel = ({ shown }: PanelProps) => (
  <div className={twoColumnClass}>
    <DevicesPart shown={shown} />
    <ReferrersPart shown={shown} max={maxReferrersByDevice} />
  </div>
)

function DownloadsPanel({ search }: { search: AnalyticsSearch }) {
  const { api } = useRouter().options.context
  return (
    <div className="grid gap-8">
      <QueryBoundary
        query={downloadPerformanceQuery(api, search)}
        failed={analyticsTexts.performanceFailed}
        skeleton={<AnalyticsSkeleton />}
      >
        {(performance) => <DownloadPerformancePart shown={performance} />}
      </QueryBoundary>
      <QueryBoundary
        query={downloadFailuresQuery(api, search)}
        failed={analyticsTexts.failureRateFailed}
        skeleton={<SkeletonRows rows={4} />}
      >
        {(failures) => <DownloadFailuresPart shown={failures} />}
      </QueryBoundary>
    </div>
  )
}

const AnalyticsSkeleton = () => (
  <div className="grid gap-6">
    <SkeletonFields fields={2} />
    <SkeletonRows rows={6} />
  </div>
)
