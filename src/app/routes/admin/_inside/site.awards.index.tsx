import { createFileRoute } from '@tanstack/react-router'
import { collectionList } from '#domain/collections/collection-list.ts'
import { AwardsScreen } from '#web/admin/collections/collection-screens.tsx'

export const Route = createFileRoute('/admin/_inside/site/awards/')({
  validateSearch: collectionList.read,
  component: () => <AwardsScreen search={Route.useSearch()} />,
})
