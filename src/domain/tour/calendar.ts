import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { venueAddressLines } from '#domain/checkout/address-lines.ts'
import { instantOf } from '#domain/time/local-time.ts'
import { availabilityNotice, hasTicketSale, isCancelledOrPostponed } from '#domain/tour/availability.ts'
import { countryName } from '#domain/tour/country.ts'
import type { Show } from '#domain/tour/show.ts'

export type CalendarShow = Pick<
  Show,
  | 'id'
  | 'slug'
  | 'date'
  | 'time'
  | 'zone'
  | 'venue'
  | 'address'
  | 'postCode'
  | 'city'
  | 'countyRegion'
  | 'country'
  | 'supportActs'
  | 'priceNotes'
  | 'bookingLink'
  | 'availability'
> & { sequence: number; updatedAt: Date }

type Calendar = { artist: string; domain: string; origin: string; locale: string; shows: readonly CalendarShow[] }

/** The assumed length of a show. */
const assumedDuration = 'PT3H'

/** RFC 5545. The same shows always make the same text, so that it can be told whether anything has changed. */
export function renderICalendar({ shows, ...site }: Calendar): string {
  const { artist, domain } = site
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${uidText(domain)}//Stagedoor//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${calendarText(artist)}`,
    `X-WR-CALNAME:${calendarText(artist)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...shows.flatMap((show) => event(show, site)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function event(show: CalendarShow, { artist, domain, origin, locale }: Omit<Calendar, 'shows'>): string[] {
  const { slug, venue, city, supportActs, priceNotes, bookingLink, availability } = show
  const place = [venue, ...venueAddressLines(show, countryName(show.country, locale))]
  const about = [
    availabilityNotice(availability),
    supportActs.length ? `With ${supportActs.join(', ')}` : null,
    priceNotes,
    bookingLink && hasTicketSale(availability) ? `Tickets: ${bookingLink}` : null,
  ].filter((line) => line !== null)
  return [
    'BEGIN:VEVENT',
    `UID:${show.id}@${uidText(domain)}`,
    `SEQUENCE:${show.sequence}`,
    `DTSTAMP:${utc(show.updatedAt)}`,
    `LAST-MODIFIED:${utc(show.updatedAt)}`,
    ...startLines(show),
    `SUMMARY:${calendarText(`${artist} · ${city}, ${venue}`)}`,
    `LOCATION:${calendarText(place.join(', '))}`,
    ...(about.length ? [`DESCRIPTION:${calendarText(about.join('\n'))}`] : []),
    `URL:${new URL(`/tour/${slug}`, origin).href}`,
    `STATUS:${statusByAvailability[availability]}`,
    // An evening without a show is free in the calendar of a fan.
    `TRANSP:${isCancelledOrPostponed(availability) ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** An instant is the same everywhere; a day without a time belongs to no zone. */
function startLines(show: CalendarShow): string[] {
  if (show.time) return [`DTSTART:${utc(instantOf(show.date, show.time, show.zone))}`, `DURATION:${assumedDuration}`]
  return [`DTSTART;VALUE=DATE:${show.date.replaceAll('-', '')}`]
}

const statusByAvailability: Record<Show['availability'], string> = {
  scheduled: 'CONFIRMED',
  'sold out': 'CONFIRMED',
  rescheduled: 'CONFIRMED',
  free: 'CONFIRMED',
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
}

const utc = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** Nothing in a text may end its line; signs that steer a terminal or turn the writing around are left out. */
const calendarText = (text: string) =>
  withoutBidiControls(text)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
const uidText = (text: string) => text.replaceAll(/[^\w.-]/g, '')

const encoder = new TextEncoder()

/** Folds lines at 75 bytes (RFC 5545), never within a character. */
function foldLine(line: string): string {
  if (encoder.encode(line).length <= 75) return line
  const parts: string[] = []
  let part = ''
  let room = 75
  for (const sign of line) {
    const size = encoder.encode(sign).length
    if (size > room) {
      parts.push(part)
      part = ''
      room = 74
    }
    part += sign
    room -= size
  }
  return [...parts, part].join('\r\n ')
}
