import { createFileRoute } from '@tanstack/react-router'
import { AwardScreen } from '#web/admin/collections/award-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/awards/$id')({
  component: () => <AwardScreen id={Route.useParams().id} />,
})
