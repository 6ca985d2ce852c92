import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { GalleryScreen } from '#web/admin/gallery/gallery-screen.tsx'
import { listSearch, maybe } from '#web/admin/parts/list-search.ts'

export const Route = createFileRoute('/admin/_inside/gallery/')({
  validateSearch: z.object({
    q: listSearch.q,
    page: listSearch.page,
    size: listSearch.size,
    descriptions: maybe(z.literal('missing')),
  }),
  component: () => <GalleryScreen search={Route.useSearch()} />,
})
