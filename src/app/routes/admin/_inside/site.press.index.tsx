import { createFileRoute } from '@tanstack/react-router'
import { collectionList } from '#domain/collections/collection-list.ts'
import { PressQuotesScreen } from '#web/admin/collections/collection-screens.tsx'

export const Route = createFileRoute('/admin/_inside/site/press/')({
  validateSearch: collectionList.read,
  component: () => <PressQuotesScreen search={Route.useSearch()} />,
})
