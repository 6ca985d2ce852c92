import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsScreen } from '#web/admin/announcements/announcements-screen.tsx'

export const Route = createFileRoute('/admin/_inside/announcements')({
  component: AnnouncementsScreen,
})
