import { createFileRoute } from '@tanstack/react-router'
import { GalleryScreen } from '#web/admin/gallery/gallery-screen.tsx'

export const Route = createFileRoute('/admin/_inside/gallery')({
  component: GalleryScreen,
})
