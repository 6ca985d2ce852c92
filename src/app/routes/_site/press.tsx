import { createFileRoute } from '@tanstack/react-router'
import { load } from '#app/load.ts'
import { onlyWhenOpen } from '#app/open-route.ts'
import { headAt } from '#app/page-head.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery, pressQuery } from '#web/site/pages/pages-query.ts'
import { PressQuotes } from '#web/site/press/press-quotes.tsx'

export const Route = createFileRoute('/_site/press')({
  beforeLoad: onlyWhenOpen('/press'),
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
