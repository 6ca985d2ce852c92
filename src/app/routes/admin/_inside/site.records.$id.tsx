import { createFileRoute } from '@tanstack/react-router'
import { ReleaseScreen } from '#web/admin/collections/release-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/records/$id')({
  component: () => <ReleaseScreen id={Route.useParams().id} />,
})
