import { createFileRoute } from '@tanstack/react-router'
import { headOfPage, load } from '#app/page-route.ts'
import { AroundMain, loadAround } from '#app/page-sections.tsx'
import { hasTour } from '#domain/sites/features.ts'
import { type TourSearch, tourSearch } from '#domain/tour/tour-search.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'
import { Shows } from '#web/site/tour/tour-page.tsx'
import { pastShowsQuery, showsQuery } from '#web/site/tour/tour-query.ts'

export const Route = createFileRoute('/_site/tour/')({
  validateSearch: tourSearch,
  // Coming shows are all in the page; only past ones are searched by the server.
  loaderDeps: ({ search }): TourSearch => (search.past ? search : {}),
  loader: async ({ context, deps }) => {
    const [page, shows, past, around] = await Promise.all([
      load(context, listPageQuery(context.api, 'tour')),
      load(context, showsQuery(context.api)),
      deps.past ? load(context, pastShowsQuery(context.api, deps)) : null,
      loadAround(context, 'tour'),
    ])
    return { words: page, shows, past, around }
  },
  head: (about) => {
    const { links = [], ...head } = headOfPage('/tour')(about)
    if (!hasTour(about.match.context.site)) return { ...head, links }
    return { ...head, links: [...links, { rel: 'alternate', type: 'text/calendar', href: '/tour.ics' }] }
  },
  component: TourPage,
})

function TourPage() {
  const { words: page, shows, past, around } = Route.useLoaderData()
  return (
    <AroundMain sections={around}>
      <PageTitle title={page.title} intro={page.intro} />
      {shows.length === 0 && <EmptyList {...page.empty} />}
      <Shows shows={shows} past={past} search={Route.useSearch()} />
    </AroundMain>
  )
}
