import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { load } from '#app/load.ts'
import { headAt } from '#app/page-head.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'
import { Shows } from '#web/site/tour/tour-page.tsx'
import { showsQuery } from '#web/site/tour/tour-query.ts'

export const Route = createFileRoute('/_site/tour/')({
  validateSearch: z.object({ past: z.catch(z.optional(z.literal('include')), undefined) }),
  loaderDeps: ({ search }) => ({ withPast: search.past === 'include' }),
  loader: async ({ context, deps: { withPast } }) => {
    const [words, shows] = await Promise.all([
      load(context, listPageQuery(context.api, 'tour')),
      load(context, showsQuery(context.api, { past: withPast })),
    ])
    return { words, shows, withPast }
  },
  head: headAt('/tour'),
  component: TourPage,
})

function TourPage() {
  const { words, shows, withPast } = Route.useLoaderData()
  return (
    <>
      <PageTitle title={words.title} intro={words.intro} />
      {shows.length === 0 && <EmptyList {...words.empty} />}
      <Shows shows={shows} withPast={withPast} />
    </>
  )
}
