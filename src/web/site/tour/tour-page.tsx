import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import type { PublicShow } from '#api/site/tour.ts'
import { hasTour } from '#domain/sites/features.ts'
import { matching, type ShowFilter } from '#domain/tour/matching.ts'
import { ShowFilters } from '#web/site/tour/show-filters.tsx'
import { ShowRow } from '#web/site/tour/show-row.tsx'
import { yearOf } from '#web/site/tour/show-words.ts'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { shows: PublicShow[]; withPast: boolean; filter: ShowFilter }

const link = 'inline-flex min-h-11 items-center gap-2 font-semibold text-link underline underline-offset-4'

/** Shows by year. All controls are links or plain forms, which work without scripts. */
export function Shows({ shows, withPast, filter }: Props) {
  const site = useWebsite()
  const found = matching(shows, filter)
  const years = Map.groupBy(found, yearOf)
  return (
    <div className="page-edge pb-section">
      {shows.length > 0 && <ShowFilters shows={shows} filter={filter} withPast={withPast} />}
      {hasTour(site) && (
        <p className="mb-10 flex flex-wrap gap-x-8">
          <Link
            to="/tour"
            search={(before) => ({ ...before, past: withPast ? undefined : 'include' })}
            resetScroll={false}
            className={link}
          >
            {withPast ? 'Hide past shows' : 'Show past shows'}
          </Link>
          <a href="/tour.ics" className={link}>
            <CalendarPlus aria-hidden className="size-5" /> All dates in your calendar
          </a>
        </p>
      )}
      <p role="status" className={found.length === 0 && shows.length > 0 ? 'mb-8 text-2xl/snug' : 'sr-only'}>
        {shows.length > 0 && foundWords(found.length)}
      </p>
      {[...years].map(([year, showsOfYear]) => (
        <section key={year} aria-label={year} className="mb-16">
          <h2 className="poster-type mb-4 text-2xl text-soft">{year}</h2>
          <ul>
            {showsOfYear.map((show) => (
              <ShowRow key={show.slug} show={show} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const foundWords = (count: number) => (count === 0 ? 'No show matches.' : `${count} ${count === 1 ? 'show' : 'shows'}`)
