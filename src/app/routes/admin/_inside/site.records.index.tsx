import { createFileRoute } from '@tanstack/react-router'
import { collectionList } from '#domain/collections/collection-list.ts'
import { ReleasesScreen } from '#web/admin/collections/collection-screens.tsx'

export const Route = createFileRoute('/admin/_inside/site/records/')({
  validateSearch: collectionList.read,
  component: () => <ReleasesScreen search={Route.useSearch()} />,
})
