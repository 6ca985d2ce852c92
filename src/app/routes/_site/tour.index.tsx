import { createFileRoute } from '@tanstack/react-router'
import { createPageHead, loadOrNotFound } from '#app/page-route.ts'
import { loadSectionsAroundMain, MainWithSections } from '#app/page-sections.tsx'
import { hasTour } from '#domain/sites/features.ts'
import { type TourSearch, tourSearch } from '#domain/tour/tour-search.ts'
import { EmptyList } from '#web/site/pages/empty-list.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { listPageQuery } from '#web/site/pages/pages-query.ts'
import { TourShows } from '#web/site/tour/tour-page.tsx'
import { pastShowsQuery, showsQuery } from '#web/site/tour/tour-query.ts'

export const Route = createFileRoute('/_site/tour/')({
  validateSearch: tourSearch,
  // Coming shows are all in the page; only past ones are searched by the server.
  loaderDeps: ({ search }): TourSearch => (search.past ? tourSearch(search) : {}),
  loader: async ({ context, deps }) => {
    const [page, shows, past, around] = await Promise.all([
      loadOrNotFound(context, listPageQuery(context.api, 'tour')),
      loadOrNotFound(context, showsQuery(context.api)),
      deps.past ? loadOrNotFound(context, pastShowsQuery(context.api, deps)) : null,
      loadSectionsAroundMain(context, 'tour'),
    ])
    return { words: page, shows, past, around }
  },
  head: (about) => {
    const { links = [], ...head } = createPageHead('/tour')(about)
    if (!hasTour(about.match.context.site)) return { ...head, links }
    return { ...head, links: [...links, { rel: 'alternate', type: 'text/calendar', href: '/tour.ics' }] }
  },
  component: TourPage,
})

function TourPage() {
  const { words: page, shows, past, around } = Route.useLoaderData()
  return (
    <MainWithSections sections={around}>
      <PageTitle title={page.title} intro={page.intro} />
      {shows.length === 0 && <EmptyList {...page.empty} />}
      <TourShows shows={shows} past={past} search={Route.useSearch()} />
    </MainWithSections>
  )
}
