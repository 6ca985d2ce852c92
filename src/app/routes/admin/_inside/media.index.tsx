import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { MediaScreen } from '#web/admin/media/media-screen.tsx'

export const Route = createFileRoute('/admin/_inside/media/')({
  beforeLoad: onlyWhenOpen('/admin/media'),
  component: MediaScreen,
})
