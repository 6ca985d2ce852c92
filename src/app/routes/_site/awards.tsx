import { createFileRoute } from '@tanstack/react-router'
import { headAt, load, requireFeature } from '#app/page-route.ts'
import { AwardsList } from '#web/site/awards/awards-list.tsx'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { awardsQuery, listPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/awards')({
  beforeLoad: requireFeature('/awards'),
  loader: async ({ context }) => {
    const [words, awards] = await Promise.all([
      load(context, listPageQuery(context.api, 'awards')),
      load(context, awardsQuery(context.api)),
    ])
    return { words, awards }
  },
  head: headAt('/awards'),
  component: Page,
})

function Page() {
  const { words, awards } = Route.useLoaderData()
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      {awards.length === 0 ? <EmptyList {...words.empty} /> : <AwardsList awards={awards} />}
    </>
  )
}
