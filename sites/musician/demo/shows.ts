import { instantOf, type LocalDate } from '#domain/time/local-time.ts'
import type { ShowDraft } from '#domain/tour/draft.ts'
import type { Show } from '#domain/tour/show.ts'
import { europeShows } from '#sites/musician/demo/shows-europe.ts'
import { homeShows } from '#sites/musician/demo/shows-home.ts'
import { northAmericaShows } from '#sites/musician/demo/shows-north-america.ts'
import { pacificShows } from '#sites/musician/demo/shows-pacific.ts'

/** A show on a day counted from today; omitted fields have the usual value. */
export type ShowPlan = Pick<Show, 'venue' | 'address' | 'city' | 'postCode' | 'country' | 'zone'> &
  Partial<Omit<ShowDraft, 'date' | 'onSaleAt' | 'status'>> & {
    day: number
    /** Tickets are sold from ten in the morning of this day, also counted from today. */
    onSaleDay?: number
    /** Not yet announced. */
    draft?: boolean
  }

/** The demo's tour around a given day: two legs behind, two ahead, and a homecoming. */
export const demoShows = (today: LocalDate): ShowDraft[] =>
  [...homeShows, ...northAmericaShows, ...europeShows, ...pacificShows]
    .sort((a, b) => a.day - b.day)
    .map((show) => announced(show, today))

function announced({ day, onSaleDay, draft, ...show }: ShowPlan, today: LocalDate): ShowDraft {
  const date = plusDays(today, day)
  return {
    time: null,
    doorsTime: null,
    countyRegion: null,
    eventType: 'Concert',
    bookingLink: null,
    priceNotes: null,
    venueNotes: null,
    additionalInfo: null,
    supportActs: [],
    imageUrl: null,
    imageAlt: null,
    tags: [],
    availability: 'scheduled',
    ...show,
    date,
    onSaleAt: onSaleDay === undefined ? null : instantOf(plusDays(today, onSaleDay), '10:00', show.zone),
    status: draft ? 'draft' : day < 0 ? 'past' : 'upcoming',
  }
}

const plusDays = (date: LocalDate, days: number): LocalDate =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
