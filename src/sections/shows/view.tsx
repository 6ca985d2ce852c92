import type { PublicShow } from '#api/site/tour.ts'
import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionView } from '#sections/section-view.ts'
import { loadNextShows } from '#web/site/tour/next-shows.ts'
import { ShowRow } from '#web/site/tour/show-row.tsx'
import { showsQuery } from '#web/site/tour/tour-query.ts'

export const view: SectionView<SectionOf<'shows'>, PublicShow[]> = {
  load: async ({ api, load }, { count, country }) => {
    // Without a country the list is the one that the first screen has read.
    const shows =
      country || count > 8
        ? await load(showsQuery(api, { limit: count, ...(country && { country }) }))
        : await loadNextShows((limit) => load(showsQuery(api, { limit })))
    return shows.slice(0, count)
  },
  View: ({ section: { heading }, data: shows }) =>
    shows.length > 0 && (
      <SectionBox heading={heading} more={{ target: '/tour', label: 'All dates' }}>
        <ul className="page-edge max-sm:[&>:nth-child(n+5)]:hidden">
          {shows.map((show) => (
            <ShowRow key={show.slug} show={show} />
          ))}
        </ul>
      </SectionBox>
    ),
}
