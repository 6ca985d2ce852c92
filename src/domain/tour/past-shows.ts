import { countryName } from '#domain/tour/country.ts'
import { filterShowsBy, type ShowFilter, showSearchText } from '#domain/tour/filter-shows.ts'
import { becomesPastAt, earliestUpcomingDate, type Show } from '#domain/tour/show.ts'
import { lastPastPage, pastPageSize } from '#domain/tour/tour-search.ts'

type IndexedShow = Pick<
  Show,
  'id' | 'date' | 'time' | 'zone' | 'status' | 'city' | 'venue' | 'country' | 'countyRegion' | 'supportActs' | 'tags'
>

/** One line of the index of past shows: what its search, its filter and its pages need. */
type PastEntry = {
  id: string
  country: string
  /** When the show leaves the upcoming ones; null when it has. */
  passesAt: Date | null
  text: string
}

/**
 * An index of these shows in their order, made once and used until `tour` changes. It may hold shows that are over only
 * after `now`. The clocks of a venue are read for those few alone, because that is slow.
 */
export function createPastShowIndex(
  shows: readonly IndexedShow[],
  { locale, now }: { locale: string; now: Date },
): PastEntry[] {
  const openDay = earliestUpcomingDate(now)
  return shows.map((show) => ({
    id: show.id,
    country: show.country,
    passesAt: show.status === 'upcoming' && show.date >= openDay ? becomesPastAt(show) : null,
    text: showSearchText({ ...show, countryName: countryName(show.country, locale) }),
  }))
}

type PastPage = {
  ids: string[]
  /** The number of shows on all pages. */
  total: number
  /** The page that is shown: beyond the last one, the last one. */
  page: number
  /** Of all past shows, whatever the filter. */
  countries: string[]
}

export function pastShowsPage(
  index: readonly PastEntry[],
  { page: wanted, ...filter }: ShowFilter & { page: number },
  now: Date,
): PastPage {
  const past = index.filter(({ passesAt }) => passesAt === null || passesAt < now)
  const found = filterShowsBy(past, filter, ({ text }) => text)
  const page = Math.max(1, Math.min(wanted, lastPastPage(found.length)))
  return {
    ids: found.slice((page - 1) * pastPageSize, page * pastPageSize).map(({ id }) => id),
    total: found.length,
    page,
    countries: [...new Set(past.map(({ country }) => country))],
  }
}
