import { createFileRoute, notFound } from '@tanstack/react-router'
import { parseEditablePage } from '#domain/site-editor/editable-pages.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { PageScreen } from '#web/admin/site-editor/pages/page-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/pages/$page')({
  validateSearch: createSearchReader({ section: textParam(20) }),
  component: PageRoute,
})

function PageRoute() {
  const { page: name } = Route.useParams()
  const { section } = Route.useSearch()
  const page = parseEditablePage(name)
  if (!page) throw notFound()
  return <PageScreen page={page} section={section} />
}
