import { createFileRoute } from '@tanstack/react-router'
import { activityList } from '#domain/activity/activity-list.ts'
import { ActivityScreen } from '#web/admin/activity/activity-screen.tsx'

export const Route = createFileRoute('/admin/_inside/activity')({
  validateSearch: activityList.read,
  component: () => <ActivityScreen search={Route.useSearch()} />,
})
