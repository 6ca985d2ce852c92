import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound, requireFeature } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { AwardsList } from '#web/site/awards/awards-list.tsx'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { awardsQuery, listPageQuery } from '#web/site/pages/pages-query.ts'

export const Route = createFileRoute('/_site/awards')({
  beforeLoad: requireFeature('/awards'),
  loader: async ({ context }) => {
    const [words, awards, around] = await Promise.all([
      loadOrNotFound(context, listPageQuery(context.api, 'awards')),
      loadOrNotFound(context, awardsQuery(context.api)),
      loadSectionsAroundMain(context, 'awards'),
    ])
    return { words, awards, around }
  },
  head: createPageHead('/awards'),
  component: Page,
})

function Page() {
  const { words, awards, around } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <PageTitle title={words.title} intro={words.intro} />
      {awards.length === 0 ? <EmptyList {...words.empty} /> : <AwardsList awards={awards} />}
    </MainWithSections>
  )
}
