import { createFileRoute } from '@tanstack/react-router'
import { collectionList } from '#domain/collections/collection-list.ts'
import { QuotesScreen } from '#web/admin/collections/collection-screens.tsx'

export const Route = createFileRoute('/admin/_inside/site/press/')({
  validateSearch: collectionList.read,
  component: () => <QuotesScreen search={Route.useSearch()} />,
})
