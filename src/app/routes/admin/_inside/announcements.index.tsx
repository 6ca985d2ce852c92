import { createFileRoute } from '@tanstack/react-router'
import { announcementStates } from '#domain/announcements/state.ts'
import { listSearch, oneOf, searchOf } from '#domain/ui/search.ts'
import { AnnouncementsScreen } from '#web/admin/announcements/announcements-screen.tsx'

export const Route = createFileRoute('/admin/_inside/announcements/')({
  validateSearch: searchOf({
    ...listSearch,
    state: oneOf(...announcementStates),
    sort: oneOf('priority', 'title', 'start', 'changed'),
  }),
  component: () => <AnnouncementsScreen search={Route.useSearch()} />,
})
