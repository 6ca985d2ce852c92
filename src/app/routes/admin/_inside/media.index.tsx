import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { listSearch, searchOf } from '#domain/ui/search.ts'
import { MediaScreen } from '#web/admin/media/media-screen.tsx'

export const Route = createFileRoute('/admin/_inside/media/')({
  beforeLoad: onlyWhenOpen('/admin/media'),
  validateSearch: searchOf({ page: listSearch.page, size: listSearch.size }),
  component: () => <MediaScreen search={Route.useSearch()} />,
})
