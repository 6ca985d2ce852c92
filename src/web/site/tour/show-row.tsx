import { Link } from '@tanstack/react-router'
import type { PublicShow } from '#api/site/tour.ts'
import { dot } from '#domain/formats.ts'
import { isCancelledOrPostponed } from '#domain/tour/availability.ts'
import { ShowTags } from '#web/site/tour/show-tags.tsx'
import { availabilityLabelFor, sellsTickets } from '#web/site/tour/show-words.ts'
import { ButtonLink } from '#web/ui/forms/button.tsx'

/** One row of the list: date, place and tickets. */
export function ShowRow({ show }: { show: PublicShow }) {
  const { date, day, month, weekday, time } = show.words
  return (
    <li className="group relative grid grid-cols-[4.25rem_1fr] items-center gap-x-5 gap-y-3 border-line border-t py-5 sm:grid-cols-[6rem_1fr_auto] sm:gap-x-8 lg:grid-cols-[8.5rem_1fr_auto] lg:py-7">
      <time dateTime={show.date} className="poster-type self-start leading-none">
        <span className="sr-only">{date}</span>
        <span aria-hidden className="block text-6xl/[0.8] tabular-nums lg:text-8xl/[0.8]">
          {day}
        </span>
        <span aria-hidden className="mt-2 block text-lg/none text-soft lg:text-2xl/none">
          {month} <span className="font-semibold">{weekday}</span>
        </span>
      </time>
      <div className="min-w-0">
        <h3
          className={`poster-type text-city transition-colors group-hover:text-link ${isCancelledOrPostponed(show.availability) ? 'line-through decoration-4' : ''}`}
        >
          <Link to="/tour/$slug" params={{ slug: show.slug }} className="after:absolute after:inset-0">
            <bdi>{show.city}</bdi>
          </Link>
        </h3>
        <p className="mt-1.5 text-soft">
          <bdi>{show.venue}</bdi>
          {['', show.countryName, time].filter((part) => part !== null).join(dot)}
        </p>
        <ShowTags tags={show.tags} />
      </div>
      <div className="relative z-10 flex flex-wrap items-center gap-x-5 max-sm:col-start-2">
        <Tickets show={show} />
      </div>
    </li>
  )
}

function Tickets({ show }: { show: PublicShow }) {
  const words = availabilityLabelFor(show)
  const label = show.availability === 'free' ? 'Free entry' : 'Tickets'
  return (
    <>
      {words && <p className="flex min-h-11 items-center font-semibold text-soft">{words}</p>}
      {sellsTickets(show) && (
        <ButtonLink href={show.bookingLink!} rel="noopener" aria-label={`${label} for ${show.city}, ${show.venue}`}>
          {label}
        </ButtonLink>
      )}
    </>
  )
}
