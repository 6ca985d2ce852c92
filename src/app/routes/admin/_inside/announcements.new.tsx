import { createFileRoute } from '@tanstack/react-router'
import { searchReader, uuidOf } from '#domain/ui/search.ts'
import { NewAnnouncementScreen } from '#web/admin/announcements/announcement-screen.tsx'

export const Route = createFileRoute('/admin/_inside/announcements/new')({
  validateSearch: searchReader({ from: uuidOf }),
  component: () => <NewAnnouncementScreen from={Route.useSearch().from} />,
})
