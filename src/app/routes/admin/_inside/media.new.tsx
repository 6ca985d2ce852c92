import { createFileRoute } from '@tanstack/react-router'
import { onlyWhenOpen } from '#app/open-route.ts'
import { NewMediaScreen } from '#web/admin/media/media-item-screen.tsx'

export const Route = createFileRoute('/admin/_inside/media/new')({
  beforeLoad: onlyWhenOpen('/admin/media'),
  component: NewMediaScreen,
})
