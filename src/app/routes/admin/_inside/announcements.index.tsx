import { createFileRoute } from '@tanstack/react-router'
import { announcementList } from '#domain/announcements/announcement-list.ts'
import { AnnouncementsScreen } from '#web/admin/announcements/announcements-screen.tsx'

export const Route = createFileRoute('/admin/_inside/announcements/')({
  validateSearch: announcementList.read,
  component: () => <AnnouncementsScreen search={Route.useSearch()} />,
})
