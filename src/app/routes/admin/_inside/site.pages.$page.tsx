import { createFileRoute, notFound } from '@tanstack/react-router'
import { editablePage } from '#domain/site-editor/editable-pages.ts'
import { searchReader, textOf } from '#domain/ui/search.ts'
import { PageScreen } from '#web/admin/site-editor/pages/page-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/pages/$page')({
  validateSearch: searchReader({ section: textOf(20) }),
  component: PageRoute,
})

function PageRoute() {
  const { page: name } = Route.useParams()
  const { section } = Route.useSearch()
  const page = editablePage(name)
  if (!page) throw notFound()
  return <PageScreen page={page} section={section} />
}
