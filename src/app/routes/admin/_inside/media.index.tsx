import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { onlyWhenOpen } from '#app/open-route.ts'
import { MediaScreen } from '#web/admin/media/media-screen.tsx'
import { listSearch } from '#web/admin/parts/list-search.ts'

export const Route = createFileRoute('/admin/_inside/media/')({
  beforeLoad: onlyWhenOpen('/admin/media'),
  validateSearch: z.object({ page: listSearch.page, size: listSearch.size }),
  component: () => <MediaScreen search={Route.useSearch()} />,
})
