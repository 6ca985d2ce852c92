import { createFileRoute } from '@tanstack/react-router'
import { searchWordsParam } from '#domain/ui/list.ts'
import { createSearchReader } from '#domain/ui/search-params.ts'
import { TextsScreen } from '#web/admin/site-editor/texts-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/texts/')({
  validateSearch: createSearchReader({ q: searchWordsParam }),
  component: () => <TextsScreen search={Route.useSearch()} />,
})
