import { createFileRoute } from '@tanstack/react-router'
import { ShowScreen } from '#web/admin/tour/show-screen.tsx'
import { ShowPage } from '#web/site/tour/show-page.tsx'

export const Route = createFileRoute('/admin/_inside/tour/$id')({
  component: () => <ShowScreen id={Route.useParams().id} page={ShowPage} />,
})
