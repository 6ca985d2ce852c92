import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answersAs, anyone, params } from '#api/guards.ts'
import { shopItems } from '#api/site/shop.ts'
import { bannerView, shownAnnouncements } from '#domain/announcements/announcement.ts'
import { plainAddress } from '#domain/images/addresses.ts'
import { siteIcons } from '#domain/images/icons.ts'
import { moneyWords } from '#domain/money.ts'
import { type FeedEntry, feedOf } from '#domain/pages/feed.ts'
import { robotsOf, sitemapOf } from '#domain/pages/sitemap.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasAnnouncements, hasTour, takesCards } from '#domain/sites/features.ts'
import { standingPages } from '#domain/sites/standing-pages.ts'
import { frameColours } from '#domain/sites/theme-css.ts'
import { standingWords } from '#domain/tour/availability.ts'
import { calendarOf } from '#domain/tour/calendar.ts'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { announcementsUntil } from '#server/announcements/actions.ts'
import { listShows, type StoredShow, showBySlug } from '#server/tour/actions.ts'

const calendar = 'text/calendar; charset=utf-8'
const xml = 'application/xml; charset=utf-8'

/** Where they are, for those who must tell them from pages. */
export const documentPaths = [
  '/tour.ics',
  '/tour/:file{[^/]+\\.ics}',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
]

type C = Context<ApiEnv>

/** What calendars, feed readers and search engines fetch: at the root of the site, where they look for it. */
export const documents = new Hono<ApiEnv>()
  .use(etag())
  .use(async (c, next) => {
    await next()
    // Asked anew each time, which costs little: whoever has the newest is told so.
    if (c.res.status === 200) c.header('cache-control', 'public, no-cache')
  })
  .get('/tour.ics', anyone(), answersAs('All announced shows, for calendars that subscribe.', calendar), async (c) => {
    if (!hasTour(c.var.site)) throw new Refusal('not-found')
    return c.body(calendarText(c, await announcedShows(c)))
  })
  .get(
    '/tour/:file{[^/]+\\.ics}',
    anyone(),
    params(z.object({ file: z.string().max(130) })),
    answersAs('One show, for a calendar.', calendar),
    async (c) => {
      const slug = c.req.valid('param').file.slice(0, -'.ics'.length)
      const show = hasTour(c.var.site) ? await c.var.inSite((tx) => showBySlug(tx, slug, c.var.now)) : null
      if (!show) throw new Refusal('not-found')
      c.header('content-disposition', `attachment; filename="${show.slug}.ics"`)
      return c.body(calendarText(c, [show]))
    },
  )
  .get('/feed.xml', anyone(), answersAs('Announcements, newly announced shows and new products.', xml), async (c) => {
    const { site, origin } = c.var
    const entries = [...(await announcementEntries(c)), ...(await showEntries(c)), ...(await productEntries(c))]
    const { name: title, description, locale: language } = site
    return c.body(feedOf({ title, description, origin, language, entries }))
  })
  .get('/sitemap.xml', anyone(), answersAs('Every page that is worth finding.', xml), async (c) => {
    const { site, origin } = c.var
    const shows = hasTour(site) ? await announcedShows(c) : []
    const products = takesCards(site) ? await shopItems(c) : []
    const pages = [
      ...standingPages(site).map((path) => ({ path })),
      ...shows.map(({ slug, updatedAt: changed }) => ({ path: `/tour/${slug}`, changed })),
      ...products.map(({ slug, updatedAt: changed }) => ({ path: `/shop/${slug}`, changed })),
    ]
    return c.body(sitemapOf(origin, pages))
  })
  .get('/robots.txt', anyone(), answersAs('What search engines are asked.', 'text/plain; charset=utf-8'), (c) =>
    c.body(robotsOf(c.var.origin)),
  )
  .get(
    '/site.webmanifest',
    anyone(),
    answersAs('How the site looks as an icon on a phone.', 'application/manifest+json'),
    (c) => {
      const { site, picture } = c.var
      const { light } = frameColours(site)
      return c.body(
        JSON.stringify({
          name: site.name,
          short_name: site.name,
          description: site.description,
          lang: site.locale,
          start_url: '/',
          display: 'minimal-ui',
          background_color: light,
          theme_color: light,
          icons: [
            { src: plainAddress(picture(siteIcons.svg)), type: 'image/svg+xml', sizes: 'any' },
            { src: plainAddress(picture(siteIcons.png)), type: 'image/png', sizes: '192x192' },
            { src: plainAddress(picture(siteIcons.large)), type: 'image/png', sizes: '512x512' },
          ],
        }),
      )
    },
  )

/** Past ones too: calendars keep what they were told, and take away what is no longer there. */
const announcedShows = (c: C): Promise<StoredShow[]> =>
  c.var.cached('tour announced', (tx) => listShows(tx, c.var.now, { includePast: true }))

function calendarText(c: C, shows: StoredShow[]): string {
  const { site, origin } = c.var
  return calendarOf({ artist: site.name, domain: site.domain, origin, shows })
}

async function announcementEntries(c: C): Promise<FeedEntry[]> {
  const { site, now } = c.var
  if (!hasAnnouncements(site)) return []
  const soon = await c.var.cached('announcements', (tx) =>
    announcementsUntil(tx, now, new Date(+now + cacheLifetimeMs)),
  )
  return shownAnnouncements(soon, now).map((announcement) => {
    const { id, title, message, linkUrl } = bannerView(announcement)
    const at = announcement.startDate ?? announcement.createdAt
    return { id: `announcement:${id}`, title, text: message, link: linkUrl ?? '/', at }
  })
}

async function showEntries(c: C): Promise<FeedEntry[]> {
  const { site } = c.var
  if (!hasTour(site)) return []
  const shows = await announcedShows(c)
  const day = new Intl.DateTimeFormat(site.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return shows.map(({ slug, date, city, venue, availability, supportActs, announcedAt, createdAt }) => ({
    id: `show:${slug}`,
    title: [standingWords(availability), `${site.name} in ${city}, ${day.format(new Date(date))}`]
      .filter(Boolean)
      .join(': '),
    text: [venue, ...(supportActs.length ? [`with ${supportActs.join(', ')}`] : [])].join(', '),
    link: `/tour/${slug}`,
    at: announcedAt ?? createdAt,
  }))
}

async function productEntries(c: C): Promise<FeedEntry[]> {
  const { site } = c.var
  if (!takesCards(site)) return []
  return (await shopItems(c)).map(({ id, slug, name, description, price, createdAt: at }) => ({
    id: `product:${id}`,
    title: `New in the shop: ${name}`,
    text: [moneyWords(price, site), description].filter(Boolean).join('. '),
    link: `/shop/${slug}`,
    at,
  }))
}
