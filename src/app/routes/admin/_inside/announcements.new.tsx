import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { NewAnnouncementScreen } from '#web/admin/announcements/announcement-screen.tsx'
import { maybe } from '#web/admin/parts/list-search.ts'

export const Route = createFileRoute('/admin/_inside/announcements/new')({
  validateSearch: z.object({ from: maybe(z.uuid()) }),
  component: () => <NewAnnouncementScreen from={Route.useSearch().from} />,
})
