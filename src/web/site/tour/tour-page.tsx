import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import type { PastShows as PastShowsAnswer, PublicShow } from '#api/site/tour.ts'
import { hasTour } from '#domain/sites/features.ts'
import { filterShows } from '#domain/tour/filter-shows.ts'
import type { TourSearch } from '#domain/tour/tour-search.ts'
import { PastShowList, pastShowsId } from '#web/site/tour/past-shows.tsx'
import { ShowFilters } from '#web/site/tour/show-filters.tsx'
import { ShowRow } from '#web/site/tour/show-row.tsx'
import { yearOfShow } from '#web/site/tour/show-words.ts'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** `past` is null unless the visitor has asked for past shows. */
type Props = { shows: PublicShow[]; past: PastShowsAnswer | null; search: TourSearch }

const link = 'inline-flex min-h-11 items-center gap-2 font-semibold text-link underline underline-offset-4'
const quietButtonClass = buttonClass({ variant: 'quiet' })

/** The coming shows by year, and the past ones below them. All controls are links or plain forms. */
export function TourShows({ shows, past, search }: Props) {
  const site = useWebsite()
  const found = filterShows(shows, search)
  const years = Map.groupBy(found, yearOfShow)
  const isSearched = shows.length > 0 || past !== null
  const isNarrowed = Boolean(search.q || search.country)
  const count = found.length + (past?.total ?? 0)
  const hasNoMatch = isSearched && isNarrowed && count === 0
  return (
    <div className="page-edge pb-section max-sm:-mt-4">
      <div className="relative mb-4 sm:mb-10 sm:flex sm:flex-wrap sm:items-end sm:gap-x-8 sm:gap-y-4">
        {isSearched && <ShowFilters shows={shows} past={past} />}
        {hasTour(site) && (
          <a href="/tour.ics" className={`${link} ${isSearched ? 'max-sm:absolute max-sm:top-0 max-sm:right-0' : ''}`}>
            <CalendarPlus aria-hidden className="size-5" />
            <span className="max-sm:sr-only">All dates in your calendar</span>
            <span aria-hidden className="sm:hidden">
              Calendar
            </span>
          </a>
        )}
      </div>
      <p role="status" className={hasNoMatch ? 'mb-8 text-2xl/snug' : 'sr-only'}>
        {(hasNoMatch || count > 0) && foundWords(count)}
      </p>
      {hasNoMatch && (
        <p className="mb-12 flex flex-wrap gap-3">
          <Link to="/tour" search={{ past: search.past }} className={buttonClass()}>
            Show all dates
          </Link>
          {!past && (
            <Link
              to="/tour"
              search={(before) => ({ ...before, past: 'include' })}
              hash={pastShowsId}
              className={quietButtonClass}
            >
              Search past shows
            </Link>
          )}
        </p>
      )}
      {[...years].map(([year, showsOfYear]) => (
        <section key={year} aria-label={year} className="mb-16">
          <h2 className="poster-type mb-3 text-2xl/none text-soft sm:mb-4">{year}</h2>
          <ul>
            {showsOfYear.map((show) => (
              <ShowRow key={show.slug} show={show} />
            ))}
          </ul>
        </section>
      ))}
      {past ? (
        <PastShowList past={past} />
      ) : (
        hasTour(site) &&
        !hasNoMatch && (
          <Link
            to="/tour"
            search={(before) => ({ ...before, past: 'include' })}
            hash={pastShowsId}
            className={quietButtonClass}
          >
            Show past shows
          </Link>
        )
      )}
    </div>
  )
}

const foundWords = (count: number) => (count === 0 ? 'No show matches.' : `${count} ${count === 1 ? 'show' : 'shows'}`)
