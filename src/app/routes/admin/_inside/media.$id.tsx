import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { MediaItemScreen } from '#web/admin/media/media-item-screen.tsx'

export const Route = createFileRoute('/admin/_inside/media/$id')({
  beforeLoad: requireFeature('/admin/media'),
  component: () => <MediaItemScreen id={Route.useParams().id} />,
})
