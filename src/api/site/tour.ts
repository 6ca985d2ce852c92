import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, params, query } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import type { Picture } from '#domain/images/picture.ts'
import { Refusal } from '#domain/refusal.ts'
import { countryName } from '#domain/tour/country.ts'
import { availabilities, leavesListAt, type Show, shownShows, showStatuses } from '#domain/tour/show.ts'
import { showWords } from '#domain/tour/words.ts'
import { changesAt, noteTag } from '#server/cache/page-reads.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type FileAt, picturesAt } from '#server/images/pictures.ts'
import { listShows, showBySlug } from '#server/tour/queries.ts'

const text = z.string()
/** Public fields of a show, which its owner edits. */
export const showFields = {
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
  onSaleAt: z.iso.datetime().nullable(),
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

const { imageUrl: _, imageAlt: __, ...publicFields } = showFields
const PublicShow = z.strictObject({
  slug: text,
  /** The start of the show, or the end of its day when no time is set; for calendars and sorting. */
  passesAt: z.iso.datetime(),
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

type Reader = { locale: string; now: Date }

const present = (show: Show, image: Picture | null, reader: Reader): PublicShow => ({
  slug: show.slug,
  date: show.date,
  time: show.time,
  doorsTime: show.doorsTime,
  zone: show.zone,
  passesAt: leavesListAt(show).toISOString(),
  venue: show.venue,
  address: show.address,
  city: show.city,
  postCode: show.postCode,
  countyRegion: show.countyRegion,
  country: show.country,
  countryName: countryName(show.country, reader.locale),
  words: showWords(show, reader),
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
const momentsOf = (show: Show): (Date | null)[] => [show.onSaleAt, new Date(+leavesListAt(show) + 1)]

/** Pictures on other hosts are not shown, because loading them would reveal the visitor to those hosts. */
async function imagesOf(tx: SiteTx, shows: Show[], fileAt: FileAt): Promise<(show: Show) => Picture | null> {
  const addresses = shows.map(({ imageUrl }) => imageUrl)
  const pictureAt = await picturesAt(tx, addresses, fileAt)
  return ({ imageUrl, imageAlt }) => pictureAt(imageUrl, imageAlt)
}

const Listing = z.object({
  past: z.enum(['include', 'leave-out']).default('leave-out'),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  /** Optional, since the host decides; when present it must be the website of the host. */
  websiteId: text.max(100).optional(),
})

export const tour = new Hono<ApiEnv>()
  .get(
    '/shows',
    anyone(),
    query(Listing),
    answers('Lists announced shows, earliest first.', z.array(PublicShow)),
    async (c) => {
      const { past, limit, websiteId } = c.req.valid('query')
      const { now, site } = c.var
      if (websiteId === '') throw new Refusal('tour-needs-website')
      if (websiteId !== undefined && websiteId !== site.siteId) throw new Refusal('not-found')
      const includePast = past === 'include'
      const { listed, imageOf } = await c.var.cached('tour', past, async (tx) => {
        const listed = await listShows(tx, now, { includePast })
        return { listed, imageOf: await imagesOf(tx, listed, c.var.services.fileAt) }
      })
      // A show may have passed since the list was cached.
      const shown = shownShows(listed, now, { includePast })
      changesAt(now, () => shown.flatMap(momentsOf))
      const wanted = includePast ? shown.slice(-limit) : shown.slice(0, limit)
      return c.json(wanted.map((show) => present(show, imageOf(show), { locale: site.locale, now })))
    },
  )
  .get(
    '/shows/:slug',
    anyone(),
    params(z.object({ slug: text.max(120) })),
    answers('Returns one show.', PublicShow),
    async (c) => {
      const { now, site } = c.var
      // Not from the cache, which a client could fill with names of shows that do not exist.
      noteTag('tour')
      const shown = await c.var.inSite(async (tx) => {
        const show = await showBySlug(tx, c.req.valid('param').slug, now)
        changesAt(now, () => (show ? momentsOf(show) : []))
        return (
          show && present(show, (await imagesOf(tx, [show], c.var.services.fileAt))(show), { locale: site.locale, now })
        )
      })
      if (!shown) throw new Refusal('not-found')
      return c.json(shown)
    },
  )
