import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answersAs, anyone, params } from '#api/guards.ts'
import { presentAnnouncement } from '#api/site/announcements.ts'
import { cachedShopItems } from '#api/site/shop.ts'
import { activeAnnouncements } from '#domain/announcements/announcement.ts'
import { siteIconsOf } from '#domain/images/icons.ts'
import { formatMoney } from '#domain/money.ts'
import {
  type FeedEntry,
  maxFeedEntries,
  renderRobotsTxt,
  renderRssFeed,
  renderSitemap,
} from '#domain/pages/xml-documents.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasAnnouncements, hasTour, takesCards } from '#domain/sites/features.ts'
import { sitemapPages } from '#domain/sites/pages.ts'
import { browserBarColours } from '#domain/sites/theme.ts'
import { availabilityNotice } from '#domain/tour/availability.ts'
import { type CalendarShow, renderICalendar } from '#domain/tour/calendar.ts'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { activeAnnouncementsUntil } from '#server/announcements/queries.ts'
import { latestAnnouncedShows, showBySlug, showPages, showsForCalendar } from '#server/tour/queries.ts'

const calendarType = 'text/calendar; charset=utf-8'
const xmlType = 'application/xml; charset=utf-8'
const rssType = 'application/rss+xml; charset=utf-8'

/** Their paths, which the router must tell from pages. */
export const documentPaths = [
  '/tour.ics',
  '/tour/:file{[^/]+\\.ics}',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/site.webmanifest',
]

type ApiContext = Context<ApiEnv>

/** Documents for calendars, feed readers and search engines, at the root of the site where these look for them. */
export const feedAndSitemapRoutes = new Hono<ApiEnv>()
  .use(etag())
  .use(async (c, next) => {
    await next()
    if (c.res.status !== 200) return
    // Clients revalidate each time, which costs little: the etag tells them that they have the newest.
    c.header('cache-control', 'public, no-cache')
    // Also on an answer that has no body to compress. An administrator sees drafts too.
    c.header('vary', 'Accept-Encoding, Cookie')
  })
  .get(
    '/tour.ics',
    anyone(),
    answersAs('Returns all announced shows as an iCalendar feed.', calendarType),
    async (c) => {
      if (!hasTour(c.var.site)) throw new Refusal('not-found')
      // The text and not the rows: it is a fraction of their size, and long to make where there are thousands.
      return c.body(
        await c.var.cached('tour', `calendar ${c.var.site.name}`, async (tx) =>
          calendarText(c, await showsForCalendar(tx)),
        ),
      )
    },
  )
  .get(
    '/tour/:file{[^/]+\\.ics}',
    anyone(),
    params(z.object({ file: z.string().max(130) })),
    answersAs('Returns one show as an iCalendar event.', calendarType),
    async (c) => {
      const slug = c.req.valid('param').file.slice(0, -'.ics'.length)
      const show = hasTour(c.var.site) ? await c.var.inSite((tx) => showBySlug(tx, slug, c.var.now)) : null
      if (!show) throw new Refusal('not-found')
      c.header('content-disposition', `attachment; filename="${show.slug}.ics"`)
      return c.body(calendarText(c, [show]))
    },
  )
  .get(
    '/feed.xml',
    anyone(),
    answersAs('Returns announcements, newly announced shows and new products as RSS.', rssType),
    async (c) => {
      const { site } = c.var
      const { origin } = c.var.services
      const entries = [...(await announcementEntries(c)), ...(await showEntries(c)), ...(await productEntries(c))]
      const { name: title, description, locale: language } = site
      return c.body(renderRssFeed({ title, description, origin, language, entries }))
    },
  )
  .get('/sitemap.xml', anyone(), answersAs('Returns the sitemap.', xmlType), async (c) => {
    const { site } = c.var
    const { origin } = c.var.services
    const shows = hasTour(site) ? await c.var.cached('tour', 'pages', showPages) : []
    const products = takesCards(site) ? await cachedShopItems(c) : []
    const pages = [
      ...sitemapPages(site).map((path) => ({ path })),
      ...[...c.var.ownPages.pages.values()]
        .filter(({ visibility }) => visibility === 'published')
        .map(({ address }) => ({ path: address })),
      ...shows.map(({ slug, updatedAt: changed }) => ({ path: `/tour/${slug}`, changed })),
      ...products.map(({ slug, updatedAt: changed }) => ({ path: `/shop/${slug}`, changed })),
    ]
    return c.body(renderSitemap(origin, pages))
  })
  .get('/robots.txt', anyone(), answersAs('Returns the rules for crawlers.', 'text/plain; charset=utf-8'), (c) =>
    c.body(renderRobotsTxt(c.var.services.origin)),
  )
  .get('/site.webmanifest', anyone(), answersAs('Returns the web app manifest.', 'application/manifest+json'), (c) => {
    const { site } = c.var
    const { picture } = c.var.services
    const { light } = browserBarColours(site)
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
        icons: siteIconsOf(site, picture).manifest,
      }),
    )
  })

function calendarText(c: ApiContext, shows: readonly CalendarShow[]): string {
  const { site } = c.var
  const { origin } = c.var.services
  return renderICalendar({ artist: site.name, domain: site.domain, origin, locale: site.locale, shows })
}

async function announcementEntries(c: ApiContext): Promise<FeedEntry[]> {
  const { site, now } = c.var
  if (!hasAnnouncements(site)) return []
  const soon = await c.var.cached('announcements', 'upcoming', (tx) =>
    activeAnnouncementsUntil(tx, now, new Date(+now + cacheLifetimeMs)),
  )
  return activeAnnouncements(soon, now).map((announcement) => {
    const { id, title, message, linkUrl } = presentAnnouncement(announcement, site)
    const at = announcement.startDate ?? announcement.createdAt
    return { id: `announcement:${id}`, title, text: message, link: linkUrl ?? '/', at }
  })
}

async function showEntries(c: ApiContext): Promise<FeedEntry[]> {
  const { site } = c.var
  if (!hasTour(site)) return []
  const shows = await c.var.cached('tour', 'announced', (tx) => latestAnnouncedShows(tx, maxFeedEntries))
  const day = new Intl.DateTimeFormat(site.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return shows.map(({ slug, date, city, venue, availability, supportActs, announcedAt, createdAt }) => ({
    id: `show:${slug}`,
    title: [availabilityNotice(availability), `${site.name} in ${city}, ${day.format(new Date(date))}`]
      .filter(Boolean)
      .join(': '),
    text: [venue, ...(supportActs.length ? [`with ${supportActs.join(', ')}`] : [])].join(', '),
    link: `/tour/${slug}`,
    at: announcedAt ?? createdAt,
  }))
}

async function productEntries(c: ApiContext): Promise<FeedEntry[]> {
  const { site } = c.var
  if (!takesCards(site)) return []
  return (await cachedShopItems(c)).map(({ id, slug, name, description, price, createdAt: at }) => ({
    id: `product:${id}`,
    title: `New in the shop: ${name}`,
    text: [formatMoney(price, site), description].filter(Boolean).join('. '),
    link: `/shop/${slug}`,
    at,
  }))
}
