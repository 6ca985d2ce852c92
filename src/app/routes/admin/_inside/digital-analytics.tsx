import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { createSearchReader, enumParam, textParam } from '#domain/ui/search-params.ts'
import { AnalyticsScreen } from '#web/admin/analytics/analytics-screen.tsx'

const day = textParam(10, /^\d{4}-\d{2}-\d{2}$/)

export const Route = createFileRoute('/admin/_inside/digital-analytics')({
  beforeLoad: requireFeature('/admin/digital-analytics'),
  validateSearch: createSearchReader({ from: day, to: day, view: enumParam('devices', 'downloads') }),
  component: () => <AnalyticsScreen search={Route.useSearch()} />,
})
