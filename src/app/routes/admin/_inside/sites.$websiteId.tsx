import { createFileRoute } from '@tanstack/react-router'
import { HostedSiteScreen } from '#web/admin/hosted-sites/hosted-site-screen.tsx'

export const Route = createFileRoute('/admin/_inside/sites/$websiteId')({
  component: () => <HostedSiteScreen websiteId={Route.useParams().websiteId} />,
})
