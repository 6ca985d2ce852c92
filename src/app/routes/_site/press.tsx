import { createFileRoute } from '@tanstack/react-router'
import { headAt, load, requireFeature } from '#app/page-route.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery, pressQuery } from '#web/site/pages/pages-query.ts'
import { PressQuotes } from '#web/site/press/press-quotes.tsx'

export const Route = createFileRoute('/_site/press')({
  beforeLoad: requireFeature('/press'),
  loader: async ({ context }) => {
    const [words, quotes] = await Promise.all([
      load(context, listPageQuery(context.api, 'press')),
      load(context, pressQuery(context.api)),
    ])
    return { words, quotes }
  },
  head: headAt('/press'),
  component: Page,
})

function Page() {
  const { words, quotes } = Route.useLoaderData()
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      {quotes.length === 0 ? <EmptyList {...words.empty} /> : <PressQuotes quotes={quotes} />}
    </>
  )
}
