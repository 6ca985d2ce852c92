import { createFileRoute } from '@tanstack/react-router'
import { searchWords } from '#domain/ui/list.ts'
import { searchReader } from '#domain/ui/search.ts'
import { TextsScreen } from '#web/admin/site-editor/texts-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/texts/')({
  validateSearch: searchReader({ q: searchWords }),
  component: () => <TextsScreen search={Route.useSearch()} />,
})
