import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, params, query, timestamp } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import type { Picture } from '#domain/images/picture.ts'
import { Refusal } from '#domain/refusal.ts'
import { countryName } from '#domain/tour/country.ts'
import { createPastShowIndex, pastShowsPage } from '#domain/tour/past-shows.ts'
import { availabilities, becomesPastAt, publicShows, type Show, showStatuses } from '#domain/tour/show.ts'
import { formatShowTexts } from '#domain/tour/words.ts'
import { recordCacheTag, recordChangeTimes } from '#server/cache/page-reads.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type FileAt, picturesAt } from '#server/images/pictures.ts'
import { listShows, showBySlug, showsByIds, showsForPastIndex } from '#server/tour/queries.ts'

const text = z.string()
/** Public fields of a show, which its owner edits. */
export const publicShowShape = {
  date: text,
  time: text.nullable(),
  doorsTime: text.nullable(),
  zone: text,
  venue: text,
  address: text.nullable(),
  city: text,
  postCode: text.nullable(),
  countyRegion: text.nullable(),
  country: text,
  eventType: text.nullable(),
  bookingLink: text.nullable(),
  onSaleAt: timestamp.nullable(),
  priceNotes: text.nullable(),
  venueNotes: text.nullable(),
  additionalInfo: text.nullable(),
  supportActs: z.array(text),
  imageUrl: text.nullable(),
  imageAlt: text.nullable(),
  tags: z.array(text),
  status: z.enum(showStatuses),
  availability: z.enum(availabilities),
}

const { imageUrl: _, imageAlt: __, ...publicFields } = publicShowShape
const PublicShow = z.strictObject({
  slug: text,
  /** The start of the show, or the end of its day when no time is set; for calendars and sorting. */
  passesAt: timestamp,
  ...publicFields,
  /** In the language of the site. */
  countryName: text,
  words: z.strictObject({
    date: text,
    day: text,
    month: text,
    weekday: text,
    time: text.nullable(),
    doors: text.nullable(),
    onSale: text.nullable(),
  }),
  /** A picture of this site. */
  image: PictureAnswer.nullable(),
})
export type PublicShow = z.output<typeof PublicShow>

/** A show on its own page. */
const OneShow = PublicShow.extend({
  /** The date that was announced before this one. */
  previousDate: text.nullable(),
})

type PresentOptions = { locale: string; now: Date }

const present = (show: Show, image: Picture | null, reader: PresentOptions): PublicShow => ({
  slug: show.slug,
  date: show.date,
  time: show.time,
  doorsTime: show.doorsTime,
  zone: show.zone,
  passesAt: becomesPastAt(show).toISOString(),
  venue: show.venue,
  address: show.address,
  city: show.city,
  postCode: show.postCode,
  countyRegion: show.countyRegion,
  country: show.country,
  countryName: countryName(show.country, reader.locale),
  words: formatShowTexts(show, reader),
  eventType: show.eventType,
  bookingLink: show.bookingLink,
  onSaleAt: show.onSaleAt?.toISOString() ?? null,
  priceNotes: show.priceNotes,
  venueNotes: show.venueNotes,
  additionalInfo: show.additionalInfo,
  supportActs: show.supportActs,
  image,
  tags: show.tags,
  status: show.status,
  availability: show.availability,
})

/** When the answer changes: at the start of the sale, and 1 ms after the show has passed. */
const changeTimesOf = (show: Show): (Date | null)[] => [show.onSaleAt, new Date(+becomesPastAt(show) + 1)]

/** Pictures on other hosts are not shown, because loading them would reveal the visitor to those hosts. */
async function imagesOf(tx: SiteTx, shows: Show[], fileAt: FileAt): Promise<(show: Show) => Picture | null> {
  const addresses = shows.map(({ imageUrl }) => imageUrl)
  const pictureAt = await picturesAt(tx, addresses, fileAt)
  return ({ imageUrl, imageAlt }) => pictureAt(imageUrl, imageAlt)
}

const ShowsQuery = z.object({
  past: z.enum(['include', 'leave-out']).default('leave-out'),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  country: text.regex(/^[A-Z]{2}$/).optional(),
  /** Optional, since the host decides; when present it must be the website of the host. */
  websiteId: text.max(100).optional(),
})

const PastQuery = z.object({
  /** Words in city, venue, country, support acts or tags. */
  q: text.trim().max(80).optional(),
  country: text.regex(/^[A-Z]{2}$/).optional(),
  /** A page beyond the last one is answered with the last one. */
  page: z.coerce.number().int().min(1).max(1000).default(1),
})

const PastShows = z.strictObject({
  shows: z.array(PublicShow),
  /** Number of shows on all pages. */
  total: z.int(),
  page: z.int(),
  /** Countries of all past shows, whatever the filter. */
  countries: z.array(z.strictObject({ code: text, name: text })),
})
export type PastShows = z.output<typeof PastShows>

export const tourRoutes = new Hono<ApiEnv>()
  .get(
    '/shows',
    anyone(),
    query(ShowsQuery),
    answers('Lists announced shows, earliest first.', z.array(PublicShow)),
    async (c) => {
      const { past, limit, country, websiteId } = c.req.valid('query')
      const { now, site } = c.var
      if (websiteId === '') throw new Refusal('tour-needs-website')
      if (websiteId !== undefined && websiteId !== site.siteId) throw new Refusal('not-found')
      const includePast = past === 'include'
      const { listed, imageOf } = await c.var.cached('tour', past, async (tx) => {
        const listed = await listShows(tx, now, { includePast })
        return { listed, imageOf: await imagesOf(tx, listed, c.var.services.fileAt) }
      })
      // A show may have passed since the list was cached.
      const shown = publicShows(listed, now, { includePast }).filter((show) => !country || show.country === country)
      recordChangeTimes(now, () => shown.flatMap(changeTimesOf))
      const wanted = includePast ? shown.slice(-limit) : shown.slice(0, limit)
      return c.json(wanted.map((show) => present(show, imageOf(show), { locale: site.locale, now })))
    },
  )
  .get(
    '/past-shows',
    anyone(),
    query(PastQuery),
    answers('Lists past shows, latest first, a page at a time.', PastShows),
    async (c) => {
      const { now, site } = c.var
      const reader = { locale: site.locale, now }
      const index = await c.var.cached('tour', `past-index ${site.locale}`, async (tx) =>
        createPastShowIndex(await showsForPastIndex(tx, now), reader),
      )
      recordChangeTimes(now, () => index.map(({ passesAt }) => passesAt && new Date(+passesAt + 1)))
      const { ids, countries, ...found } = pastShowsPage(index, c.req.valid('query'), now)
      // Only the index is cached: a client could fill the cache with words that it searches for.
      const shows = await c.var.asVisitor(async (tx) => {
        const rows = await showsByIds(tx, ids, now)
        const imageOf = await imagesOf(tx, rows, c.var.services.fileAt)
        return rows.map((show) => present(show, imageOf(show), reader))
      })
      return c.json({
        shows,
        ...found,
        countries: countries.map((code) => ({ code, name: countryName(code, site.locale) })),
      })
    },
  )
  .get(
    '/shows/:slug',
    anyone(),
    params(z.object({ slug: text.max(120) })),
    answers('Returns one show.', OneShow),
    async (c) => {
      const { now, site } = c.var
      // Not from the cache, which a client could fill with names of shows that do not exist.
      recordCacheTag('tour')
      const shown = await c.var.inSite(async (tx) => {
        const show = await showBySlug(tx, c.req.valid('param').slug, now)
        recordChangeTimes(now, () => (show ? changeTimesOf(show) : []))
        if (!show) return null
        const image = (await imagesOf(tx, [show], c.var.services.fileAt))(show)
        return { ...present(show, image, { locale: site.locale, now }), previousDate: show.previousDate }
      })
      if (!shown) throw new Refusal('not-found')
      return c.json(shown)
    },
  )
