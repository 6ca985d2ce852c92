import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { MediaItemScreen } from '#web/admin/media/media-item-screen.tsx'

export const Route = createFileRoute('/admin/_inside/media/$id')({
  beforeLoad: onlyWhenOpen('/admin/media'),
  component: () => <MediaItemScreen id={Route.useParams().id} />,
})
