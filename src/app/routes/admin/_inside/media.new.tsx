import { createFileRoute } from '@tanstack/react-router'
import { requireFeature } from '#app/page-route.ts'
import { NewMediaScreen } from '#web/admin/media/media-item-screen.tsx'

export const Route = createFileRoute('/admin/_inside/media/new')({
  beforeLoad: requireFeature('/admin/media'),
  component: NewMediaScreen,
})
