import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound, requireFeature } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery, pressQuery } from '#web/site/pages/pages-query.ts'
import { PressQuotes } from '#web/site/press/press-quotes.tsx'

export const Route = createFileRoute('/_site/press')({
  beforeLoad: requireFeature('/press'),
  loader: async ({ context }) => {
    const [words, quotes, around] = await Promise.all([
      loadOrNotFound(context, listPageQuery(context.api, 'press')),
      loadOrNotFound(context, pressQuery(context.api)),
      loadSectionsAroundMain(context, 'press'),
    ])
    return { words, quotes, around }
  },
  head: createPageHead('/press'),
  component: Page,
})

function Page() {
  const { words, quotes, around } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      {quotes.length === 0 ? <EmptyList {...words.empty} /> : <PressQuotes quotes={quotes} />}
    </MainWithSections>
  )
}
