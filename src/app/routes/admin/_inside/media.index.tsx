import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { mediaList } from '#domain/media/media-list.ts'
import { MediaScreen } from '#web/admin/media/media-screen.tsx'

export const Route = createFileRoute('/admin/_inside/media/')({
  beforeLoad: requireFeature('/admin/media'),
  validateSearch: mediaList.read,
  component: () => <MediaScreen search={Route.useSearch()} />,
})
