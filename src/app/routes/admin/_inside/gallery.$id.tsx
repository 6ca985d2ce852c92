import { createFileRoute } from '@tanstack/react-router'
import { ImageScreen } from '#web/admin/gallery/image-screen.tsx'

export const Route = createFileRoute('/admin/_inside/gallery/$id')({
  component: () => <ImageScreen id={Route.useParams().id} />,
})
