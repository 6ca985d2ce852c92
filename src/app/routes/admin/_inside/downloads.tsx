import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { downloadList } from '#domain/downloads/download-list.ts'
import { DownloadsScreen } from '#web/admin/downloads/downloads-screen.tsx'

export const Route = createFileRoute('/admin/_inside/downloads')({
  beforeLoad: requireFeature('/admin/downloads'),
  validateSearch: downloadList.read,
  component: () => <DownloadsScreen search={Route.useSearch()} />,
})
