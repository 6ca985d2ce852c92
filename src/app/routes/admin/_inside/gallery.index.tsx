import { createFileRoute } from '@tanstack/react-router'
import { galleryImageList } from '#domain/gallery/image-list.ts'
import { GalleryScreen } from '#web/admin/gallery/gallery-screen.tsx'

export const Route = createFileRoute('/admin/_inside/gallery/')({
  validateSearch: galleryImageList.read,
  component: () => <GalleryScreen search={Route.useSearch()} />,
})
