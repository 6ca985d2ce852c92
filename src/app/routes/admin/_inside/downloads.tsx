import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { DownloadsScreen } from '#web/admin/downloads/downloads-screen.tsx'

export const Route = createFileRoute('/admin/_inside/downloads')({
  beforeLoad: onlyWhenOpen('/admin/downloads'),
  component: DownloadsScreen,
})
