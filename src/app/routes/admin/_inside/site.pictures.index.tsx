import { createFileRoute } from '@tanstack/react-router'
import { pictureList } from '#domain/pictures/picture-list.ts'
import { PicturesScreen } from '#web/admin/pictures/pictures-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/pictures/')({
  validateSearch: pictureList.read,
  component: () => <PicturesScreen search={Route.useSearch()} />,
})
