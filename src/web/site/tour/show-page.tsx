import { Link } from '@tanstack/react-router'
import { CalendarPlus, MapPin } from 'lucide-react'
import type { PublicShow } from '#api/site/tour.ts'
import { venueAddressLines } from '#domain/checkout/address-lines.ts'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { availabilityNotice, isCancelledOrPostponed } from '#domain/tour/availability.ts'
import { ShowRow } from '#web/site/tour/show-row.tsx'
import { ShowTags } from '#web/site/tour/show-tags.tsx'
import { mapLink, onSaleText, sellsTickets, venueTimeText, yearOfShow } from '#web/site/tour/show-words.ts'
import { ButtonLink } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = {
  show: PublicShow
  next: PublicShow[]
  /** For a show without a picture of its own. */
  picture?: PictureData | null
}

/** Date, venue, tickets and the shows after it. */
export function ShowPage({ show, next, picture = null }: Props) {
  const { name } = useWebsite()
  const { words } = show
  return (
    <>
      <article>
        <header className="page-edge grid gap-x-12 gap-y-6 pt-6 pb-8 lg:grid-cols-[auto_1fr] lg:pt-16 lg:pb-16">
          <time dateTime={show.date} className="poster-type leading-none">
            <span className="sr-only">{words.date}</span>
            <span aria-hidden className="block text-[7rem]/[0.8] tabular-nums lg:text-[11rem]/[0.9]">
              {words.day}
            </span>
            <span aria-hidden className="mt-3 block text-3xl/none text-soft">
              {words.month} {yearOfShow(show)}
            </span>
          </time>
          <div className="min-w-0 self-end">
            <h1
              className={`poster-type -ml-[0.03em] text-title ${isCancelledOrPostponed(show.availability) ? 'line-through decoration-4' : ''}`}
            >
              <bdi>{show.city}</bdi>
            </h1>
            <p className="mt-3 text-lede text-soft lg:mt-5">
              {name} at <bdi>{show.venue}</bdi>, {show.countryName}
            </p>
            <ShowTags tags={show.tags} />
          </div>
        </header>
        <div className="page-edge grid gap-x-16 gap-y-8 pb-section lg:grid-cols-[2fr_1fr]">
          <ShowActions show={show} />
          <ShowFacts show={show} />
        </div>
        <Venue show={show} picture={show.image ?? picture} />
      </article>
      {next.length > 0 && (
        <section className="page-edge py-section" aria-labelledby="next-shows">
          <h2 id="next-shows" className="poster-type mb-6 text-heading">
            After that
          </h2>
          <ul>
            {next.map((each) => (
              <ShowRow key={each.slug} show={each} />
            ))}
          </ul>
          <p className="mt-8">
            <Link to="/tour" className="font-semibold text-link underline underline-offset-4">
              All dates
            </Link>
          </p>
        </section>
      )}
    </>
  )
}

function ShowFacts({ show }: { show: PublicShow }) {
  const { date, doors, time } = show.words
  const facts: [string, string | null][] = [
    ['Date', date],
    ['Doors', doors && venueTimeText(show, doors)],
    ['Starts', time && venueTimeText(show, time)],
    ['With', show.supportActs.join(', ')],
    ['Kind', show.eventType],
    ['Price', show.priceNotes],
    ['Good to know', show.additionalInfo],
  ]
  return (
    <dl className="lg:col-start-1 lg:row-start-1">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="grid gap-x-8 gap-y-1 border-line border-t py-4 sm:grid-cols-[8rem_1fr]">
              <dt className="text-soft">{name}</dt>
              <dd className="max-w-prose whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Where it is: the picture runs to the edge, the address is written as in its country. */
function Venue({ show, picture }: { show: PublicShow; picture: PictureData | null }) {
  const { venue, countryName, venueNotes } = show
  const lines = venueAddressLines(show, countryName)
  return (
    <section className="grid bg-night text-on-night lg:grid-cols-[3fr_2fr]" aria-labelledby="venue">
      {picture && (
        <Picture picture={picture} sizes="(min-width: 1024px) 60vw, 100vw" className="lg:min-h-full lg:min-w-0" />
      )}
      <div className="page-edge grid content-center gap-5 py-10 lg:py-20">
        <h2 id="venue" className="poster-type text-city wrap-anywhere">
          <bdi>{venue}</bdi>
        </h2>
        <address className="text-lede not-italic">
          {lines.map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </address>
        {venueNotes && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{venueNotes}</p>}
        <p>
          <ButtonLink href={mapLink(venue, lines.join(', '))} rel="noopener" variant="quiet">
            <MapPin aria-hidden className="size-5" /> On the map
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}

/** Tickets and calendar, or why tickets are not sold. */
function ShowActions({ show }: { show: PublicShow }) {
  const isOver = show.status === 'past'
  const isCancelled = show.availability === 'cancelled'
  const words = isOver && !isCancelled ? 'This show is over' : availabilityNotice(show.availability)
  const onSale = onSaleText(show)
  return (
    <div className="grid content-start justify-items-stretch gap-5 lg:col-start-2">
      {words && <p className="poster-type text-4xl leading-none">{words}</p>}
      {onSale && <p className="text-soft">{onSale}</p>}
      {sellsTickets(show) && (
        <div className="action-bar grid">
          <ButtonLink href={show.bookingLink!} rel="noopener" size="lg">
            {show.availability === 'free' ? 'Reserve a place' : 'Get tickets'}
          </ButtonLink>
        </div>
      )}
      {!isOver && (
        <ButtonLink href={`/tour/${show.slug}.ics`} variant="quiet">
          <CalendarPlus aria-hidden className="size-5" /> Add to calendar
        </ButtonLink>
      )}
    </div>
  )
}
