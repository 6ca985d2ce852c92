import { instantOf, type LocalDate, type LocalTime, lastSecondOf } from '#domain/time/local-time.ts'

export const showStatuses = ['draft', 'upcoming', 'past'] as const
export type ShowStatus = (typeof showStatuses)[number]

/** What a fan needs to know besides the date; the status says only whether the show is announced and over. */
export const availabilities = ['scheduled', 'sold out', 'postponed', 'rescheduled', 'cancelled', 'free'] as const
export type Availability = (typeof availabilities)[number]

export type Show = {
  id: string
  slug: string
  date: LocalDate
  time: LocalTime | null
  doorsTime: LocalTime | null
  /** IANA name; the date and times are what the clocks of the venue show. */
  zone: string
  venue: string
  address: string | null
  city: string
  postCode: string | null
  countyRegion: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
  eventType: string | null
  bookingLink: string | null
  onSaleAt: Date | null
  priceNotes: string | null
  venueNotes: string | null
  additionalInfo: string | null
  supportActs: string[]
  imageUrl: string | null
  imageAlt: string | null
  tags: string[]
  status: ShowStatus
  availability: Availability
}

type ShowTime = Pick<Show, 'date' | 'time' | 'zone'>

/** When a show leaves the upcoming ones: at its start or, without a time, with the end of its day at the venue. */
export const becomesPastAt = ({ date, time, zone }: ShowTime): Date =>
  time ? instantOf(date, time, zone) : lastSecondOf(date, zone)

export function showStatusAt(show: ShowTime & Pick<Show, 'status'>, now: Date): ShowStatus {
  return show.status === 'upcoming' && becomesPastAt(show) < now ? 'past' : show.status
}

type KnownDate = Pick<Show, 'date'> & { announcedAt: Date | null; previousDate: LocalDate | null }

/** The date that fans knew before, for a show that was moved after it was announced. */
export const previousDateOf = (before: KnownDate, { date }: Pick<Show, 'date'>): LocalDate | null =>
  before.announcedAt && before.date !== date ? before.date : before.previousDate

/** The earliest date that is not over yet somewhere on earth: twelve hours behind UTC, it is still that day. */
export const earliestUpcomingDate = (now: Date): string => new Date(+now - 12 * 3_600_000).toISOString().slice(0, 10)

/** The last date on which a show can be over within the next hour: fourteen hours ahead of UTC, it is that day already. */
export const latestPastDate = (now: Date): string => new Date(+now + 15 * 3_600_000).toISOString().slice(0, 10)

/** What visitors see: never a draft, past shows only when asked for, the earliest first. */
export function publicShows<S extends ShowTime & Pick<Show, 'status'>>(
  shows: S[],
  now: Date,
  { includePast = false }: { includePast?: boolean } = {},
): S[] {
  return shows
    .map((show) => ({ ...show, status: showStatusAt(show, now) }))
    .filter(({ status }) => status === 'upcoming' || (status === 'past' && includePast))
    .sort((a, b) => +becomesPastAt(a) - +becomesPastAt(b))
}
