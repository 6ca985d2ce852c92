import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { AnalyticsScreen } from '#web/admin/analytics/analytics-screen.tsx'

export const Route = createFileRoute('/admin/_inside/digital-analytics')({
  beforeLoad: onlyWhenOpen('/admin/digital-analytics'),
  component: AnalyticsScreen,
})
