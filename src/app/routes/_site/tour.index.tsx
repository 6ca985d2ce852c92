import { createFileRoute } from '@tanstack/react-router'
import { headAt, load } from '#app/page-route.ts'
import { hasTour } from '#domain/sites/features.ts'
import { oneOf, searchReader, textOf } from '#domain/ui/search.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'
import { Shows } from '#web/site/tour/tour-page.tsx'
import { showsQuery } from '#web/site/tour/tour-query.ts'

const tourSearch = searchReader({
  past: oneOf('include'),
  country: textOf(2, /^[A-Z]{2}$/),
  q: textOf(80),
})

export const Route = createFileRoute('/_site/tour/')({
  validateSearch: tourSearch,
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
    if (!hasTour(about.match.context.site)) return { ...head, links }
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
