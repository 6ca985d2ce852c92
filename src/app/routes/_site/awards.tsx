import { createFileRoute } from '@tanstack/react-router'
import { headOfPage, load, requireFeature } from '#app/page-route.ts'
import { AroundMain, loadAround } from '#app/page-sections.tsx'
import { AwardsList } from '#web/site/awards/awards-list.tsx'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { awardsQuery, listPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/awards')({
  beforeLoad: requireFeature('/awards'),
  loader: async ({ context }) => {
    const [words, awards, around] = await Promise.all([
      load(context, listPageQuery(context.api, 'awards')),
      load(context, awardsQuery(context.api)),
      loadAround(context, 'awards'),
    ])
    return { words, awards, around }
  },
  head: headOfPage('/awards'),
  component: Page,
})

function Page() {
  const { words, awards, around } = Route.useLoaderData()
  return (
    <AroundMain sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      {awards.length === 0 ? <EmptyList {...words.empty} /> : <AwardsList awards={awards} />}
    </AroundMain>
  )
}
