import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { oneOf, searchReader, textOf } from '#domain/ui/search.ts'
import { AnalyticsScreen } from '#web/admin/analytics/analytics-screen.tsx'

const day = textOf(10, /^\d{4}-\d{2}-\d{2}$/)

export const Route = createFileRoute('/admin/_inside/digital-analytics')({
  beforeLoad: requireFeature('/admin/digital-analytics'),
  validateSearch: searchReader({ from: day, to: day, view: oneOf('devices', 'downloads') }),
  component: () => <AnalyticsScreen search={Route.useSearch()} />,
})
