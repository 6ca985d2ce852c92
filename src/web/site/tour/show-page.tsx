import { Link } from '@tanstack/react-router'
import { CalendarPlus, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicShow } from '#api/site/tour.ts'
import { isOff, standingWords } from '#domain/tour/availability.ts'
import { ShowRow } from '#web/site/tour/show-row.tsx'
import { ShowTags } from '#web/site/tour/show-tags.tsx'
import { clockIn, mapLink, onSaleWords, sellsTickets, yearOf } from '#web/site/tour/show-words.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { show: PublicShow; next: PublicShow[] }

/** Date, venue, tickets and the shows after it. */
export function ShowPage({ show, next }: Props) {
  const { name } = useWebsite()
  const { words } = show
  const country = show.countryName
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
              {words.month} {yearOf(show)}
            </span>
          </time>
          <div className="min-w-0 self-end">
            <h1
              className={`poster-type -ml-[0.03em] text-title ${isOff(show.availability) ? 'line-through decoration-4' : ''}`}
            >
              <bdi>{show.city}</bdi>
            </h1>
            <p className="mt-3 text-lede text-soft lg:mt-5">
              {name} at <bdi>{show.venue}</bdi>, {country}
            </p>
            <ShowTags tags={show.tags} />
          </div>
        </header>
        <div className="page-edge grid gap-x-16 gap-y-8 pb-section lg:grid-cols-[2fr_1fr]">
          <ShowActions show={show} />
          <Facts show={show} country={country} />
        </div>
      </article>
      {next.length > 0 && (
        <section className="page-edge pb-section" aria-labelledby="next-shows">
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

function Facts({ show, country }: { show: PublicShow; country: string }) {
  const { date, doors, time } = show.words
  const addressParts = [show.address, [show.postCode, show.city].filter(Boolean).join(' '), show.countyRegion, country]
  const facts: [string, ReactNode][] = [
    ['Date', date],
    ['Doors', doors && clockIn(show, doors)],
    ['Starts', time && clockIn(show, time)],
    ['Where', <VenueAddress key="where" venue={show.venue} address={addressParts.filter(Boolean).join(', ')} />],
    ['With', show.supportActs.join(', ')],
    ['Kind', show.eventType],
    ['Price', show.priceNotes],
    ['At the venue', show.venueNotes],
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

const VenueAddress = ({ venue, address }: { venue: string; address: string }) => (
  <>
    <span className="block font-semibold">{venue}</span>
    <span className="block">{address}</span>
    <a
      href={mapLink(venue, address)}
      rel="noopener"
      className="mt-1 inline-flex min-h-11 items-center gap-2 font-semibold text-link underline underline-offset-4"
    >
      <MapPin aria-hidden className="size-5" /> On the map
    </a>
  </>
)

/** Tickets and calendar, or why tickets are not sold. */
function ShowActions({ show }: { show: PublicShow }) {
  const isOver = show.status === 'past'
  const isCancelled = show.availability === 'cancelled'
  const words = isOver && !isCancelled ? 'This show is over' : standingWords(show.availability)
  const onSale = onSaleWords(show)
  return (
    <div className="grid content-start justify-items-stretch gap-5 lg:col-start-2">
      {show.image && <Picture picture={show.image} sizes="(min-width: 1024px) 40vw, 100vw" className="w-full" />}
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
