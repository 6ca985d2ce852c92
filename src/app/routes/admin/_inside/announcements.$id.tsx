import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementScreen } from '#web/admin/announcements/announcement-screen.tsx'

export const Route = createFileRoute('/admin/_inside/announcements/$id')({
  component: () => <AnnouncementScreen id={Route.useParams().id} />,
})
