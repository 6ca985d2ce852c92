import { createFileRoute } from '@tanstack/react-router'
import { listSearch, oneOf, searchOf } from '#domain/ui/search.ts'
import { GalleryScreen } from '#web/admin/gallery/gallery-screen.tsx'

export const Route = createFileRoute('/admin/_inside/gallery/')({
  validateSearch: searchOf({
    q: listSearch.q,
    page: listSearch.page,
    size: listSearch.size,
    descriptions: oneOf('missing'),
  }),
  component: () => <GalleryScreen search={Route.useSearch()} />,
})
