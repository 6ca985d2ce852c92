import { createFileRoute } from '@tanstack/react-router'
import { PictureScreen } from '#web/admin/pictures/picture-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/pictures/$id')({
  component: () => <PictureScreen id={Route.useParams().id} />,
})
