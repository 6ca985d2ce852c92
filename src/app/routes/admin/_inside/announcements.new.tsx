import { createFileRoute } from '@tanstack/react-router'
import { createSearchReader, uuidParam } from '#domain/ui/search-params.ts'
import { NewAnnouncementScreen } from '#web/admin/announcements/announcement-screen.tsx'

export const Route = createFileRoute('/admin/_inside/announcements/new')({
  validateSearch: createSearchReader({ from: uuidParam }),
  component: () => <NewAnnouncementScreen from={Route.useSearch().from} />,
})
