import { createFileRoute, notFound } from '@tanstack/react-router'
import { textParts } from '#domain/site-editor/text-fields.ts'
import { createSearchReader, textParam } from '#domain/ui/search-params.ts'
import { TextScreen } from '#web/admin/site-editor/text-screen.tsx'
import { WrittenPageView } from '#web/site/pages/written-page.tsx'

export const Route = createFileRoute('/admin/_inside/site/texts/$part')({
  validateSearch: createSearchReader({ field: textParam(100) }),
  component: TextRoute,
})

function TextRoute() {
  const { part } = Route.useParams()
  const { field } = Route.useSearch()
  const known = textParts.find((each) => each === part)
  if (!known) throw notFound()
  return <TextScreen part={known} page={WrittenPageView} field={field} />
}
