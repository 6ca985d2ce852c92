import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { announcementStates } from '#domain/announcements/state.ts'
import { AnnouncementsScreen } from '#web/admin/announcements/announcements-screen.tsx'
import { listSearch, maybe } from '#web/admin/parts/list-search.ts'

export const Route = createFileRoute('/admin/_inside/announcements/')({
  validateSearch: z.object({
    ...listSearch,
    state: maybe(z.enum(announcementStates)),
    sort: maybe(z.enum(['priority', 'title', 'start', 'changed'])),
  }),
  component: () => <AnnouncementsScreen search={Route.useSearch()} />,
})
