import { createFileRoute } from '@tanstack/react-router'
import { hostedSiteList } from '#domain/hosted-sites/hosted-site-list.ts'
import { HostedSitesScreen } from '#web/admin/hosted-sites/hosted-sites-screen.tsx'

export const Route = createFileRoute('/admin/_inside/sites/')({
  validateSearch: hostedSiteList.read,
  component: () => <HostedSitesScreen search={Route.useSearch()} />,
})
