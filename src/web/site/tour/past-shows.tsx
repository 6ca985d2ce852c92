import { Link } from '@tanstack/react-router'
import type { PastShows as PastShowsAnswer, PublicShow } from '#api/site/tour.ts'
import { dot } from '#domain/formats.ts'
import { availabilityNotice, isCancelledOrPostponed } from '#domain/tour/availability.ts'
import { lastPastPage } from '#domain/tour/tour-search.ts'
import { yearOfShow } from '#web/site/tour/show-words.ts'
import { buttonClass } from '#web/ui/forms/button.tsx'

export const pastShowsId = 'past-shows'

const quietButtonClass = buttonClass({ variant: 'quiet' })

/** Past shows, the latest year first, one page of them. Quieter than the coming ones. */
export function PastShowList({ past: { shows, total, page } }: { past: PastShowsAnswer }) {
  return (
    <section id={pastShowsId} aria-labelledby={`${pastShowsId}-title`} className="scroll-mt-6 text-soft">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h2 id={`${pastShowsId}-title`} className="poster-type text-heading">
          Past shows
        </h2>
        <Link
          to="/tour"
          search={(before) => ({ ...before, past: undefined, page: undefined })}
          resetScroll={false}
          className={quietButtonClass}
        >
          Hide past shows
        </Link>
      </div>
      {total === 0 && <p className="text-lede">No past shows here.</p>}
      {[...Map.groupBy(shows, yearOfShow)].map(([year, showsOfYear]) => (
        <section key={year} aria-label={`Past shows in ${year}`} className="mb-10">
          <h3 className="poster-type mb-3 text-2xl/none">{year}</h3>
          <ul>
            {showsOfYear.map((show) => (
              <PastShow key={show.slug} show={show} />
            ))}
          </ul>
        </section>
      ))}
      <PageLinks page={page} last={lastPastPage(total)} />
    </section>
  )
}

const PastShow = ({ show }: { show: PublicShow }) => (
  <li className="group relative grid grid-cols-[4.25rem_1fr] items-baseline gap-x-5 border-line border-t py-3 sm:grid-cols-[6rem_1fr_auto] sm:gap-x-8 lg:grid-cols-[8.5rem_1fr_auto]">
    <time dateTime={show.date} className="poster-type text-xl/none tabular-nums">
      <span className="sr-only">{show.words.date}</span>
      <span aria-hidden>
        {show.words.day} {show.words.month}
      </span>
    </time>
    <div className="min-w-0">
      <h4
        className={`poster-type text-2xl/none transition-colors group-hover:text-link ${isCancelledOrPostponed(show.availability) ? 'line-through decoration-2' : ''}`}
      >
        <Link to="/tour/$slug" params={{ slug: show.slug }} className="after:absolute after:inset-0">
          <bdi>{show.city}</bdi>
        </Link>
      </h4>
      <p className="mt-1">
        <bdi>{show.venue}</bdi>
        {dot}
        {show.countryName}
      </p>
    </div>
    {isCancelledOrPostponed(show.availability) && (
      <p className="font-semibold max-sm:col-start-2">{availabilityNotice(show.availability)}</p>
    )}
  </li>
)

function PageLinks({ page, last }: { page: number; last: number }) {
  if (last < 2) return null
  const link = (to: number, words: string) => (
    <Link
      to="/tour"
      // The first page has one address, which the page cache knows.
      search={(before) => ({ ...before, page: to > 1 ? to : undefined })}
      hash={pastShowsId}
      className={quietButtonClass}
    >
      {words}
    </Link>
  )
  return (
    <nav aria-label="Pages of past shows" className="mt-12 flex flex-wrap items-center gap-x-6 gap-y-3">
      {page > 1 && link(page - 1, 'Later shows')}
      <span className="tabular-nums max-sm:order-first max-sm:w-full">
        Page {page} of {last}
      </span>
      {page < last && link(page + 1, 'Earlier shows')}
    </nav>
  )
}
