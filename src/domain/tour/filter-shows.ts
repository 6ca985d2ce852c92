import { plainLetters } from '#domain/slug.ts'
import type { Show } from '#domain/tour/show.ts'

type SearchableShow = Pick<Show, 'city' | 'venue' | 'country' | 'countyRegion' | 'supportActs' | 'tags'> & {
  countryName: string
}

export type ShowFilter = { country?: string | undefined; q?: string | undefined }

/** The visible texts of a show, as the search compares them: in plain letters, so that "malmo" finds Malmö. */
export const showSearchText = (show: Omit<SearchableShow, 'country'>): string =>
  plainLetters(
    [show.city, show.venue, show.countyRegion ?? '', show.countryName, ...show.supportActs, ...show.tags].join(' '),
  )

/** The shows whose visible texts contain every word of the search. */
export const filterShows = <S extends SearchableShow>(shows: readonly S[], filter: ShowFilter): S[] =>
  filterShowsBy(shows, filter, showSearchText)

/** The same for shows whose search text is at hand. */
export function filterShowsBy<S extends { country: string }>(
  shows: readonly S[],
  { country, q = '' }: ShowFilter,
  textOf: (show: S) => string,
): S[] {
  const words = plainLetters(q).split(/\s+/).filter(Boolean)
  return shows.filter((show) => {
    if (country && show.country !== country) return false
    if (words.length === 0) return true
    const text = textOf(show)
    return words.every((word) => text.includes(word))
  })
}
