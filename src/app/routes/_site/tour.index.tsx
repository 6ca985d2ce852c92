import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { load } from '#app/load.ts'
import { headAt } from '#app/page-head.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'
import { Shows } from '#web/site/tour/tour-page.tsx'
import { showsQuery } from '#web/site/tour/tour-query.ts'

const words = (most: number) => z.catch(z.optional(z.string().check(z.maxLength(most))), undefined)

export const Route = createFileRoute('/_site/tour/')({
  validateSearch: z.object({
    past: z.catch(z.optional(z.literal('include')), undefined),
    country: z.catch(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
    q: words(80),
  }),
  loaderDeps: ({ search }) => ({ withPast: search.past === 'include' }),
  loader: async ({ context, deps: { withPast } }) => {
    const [page, shows] = await Promise.all([
      load(context, listPageQuery(context.api, 'tour')),
      load(context, showsQuery(context.api, { past: withPast })),
    ])
    return { words: page, shows, withPast }
  },
  head: (about) => {
    const { links = [], ...head } = headAt('/tour')(about)
    return { ...head, links: [...links, { rel: 'alternate', type: 'text/calendar', href: '/tour.ics' }] }
  },
  component: TourPage,
})

function TourPage() {
  const { words: page, shows, withPast } = Route.useLoaderData()
  const { country, q } = Route.useSearch()
  return (
    <>
      <PageTitle title={page.title} intro={page.intro} />
      {shows.length === 0 && <EmptyList {...page.empty} />}
      <Shows shows={shows} withPast={withPast} filter={{ country, q }} />
    </>
  )
}
