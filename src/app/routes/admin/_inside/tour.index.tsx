import { createFileRoute } from '@tanstack/react-router'
import { showList } from '#domain/tour/show-list.ts'
import { TourScreen } from '#web/admin/tour/tour-screen.tsx'

export const Route = createFileRoute('/admin/_inside/tour/')({
  validateSearch: showList.read,
  component: () => <TourScreen search={Route.useSearch()} />,
})
