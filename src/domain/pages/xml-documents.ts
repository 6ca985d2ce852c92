import { withoutBidiControls } from '#domain/bidi-controls.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Text as XML may hold it: what XML cannot say at all is left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

type Child = string | null | false

/** One element; texts inside must already be escaped with `escapeXml`. */
export function xmlElement(name: string, attributes: Record<string, string>, ...children: Child[]): string {
  const pairs = Object.entries(attributes).map(([key, text]) => ` ${key}="${escapeXml(text)}"`)
  return `<${name}${pairs.join('')}>${children.filter(Boolean).join('')}</${name}>`
}

export const xmlTextElement = (name: string, text: string): string => xmlElement(name, {}, escapeXml(text))

export type FeedEntry = {
  /** Never changes, also when the entry does. */
  id: string
  title: string
  text: string
  link: string
  at: Date
}

type Feed = { title: string; description: string; origin: string; language: string; entries: readonly FeedEntry[] }

/** A feed has this many entries at most. */
export const maxFeedEntries = 50

/** RSS 2.0, the newest first. */
export function renderRssFeed({ title, description, origin, language, entries }: Feed): string {
  const newest = entries.toSorted((a, b) => +b.at - +a.at).slice(0, maxFeedEntries)
  const channel = xmlElement(
    'channel',
    {},
    xmlTextElement('title', title),
    xmlTextElement('link', origin),
    xmlTextElement('description', description),
    xmlTextElement('language', language),
    newest[0] ? xmlTextElement('lastBuildDate', newest[0].at.toUTCString()) : null,
    xmlElement('atom:link', { href: new URL('/feed.xml', origin).href, rel: 'self', type: 'application/rss+xml' }),
    ...newest.map((entry) => item(entry, origin)),
  )
  const root = xmlElement('rss', { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' }, channel)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

const item = ({ id, title, text, link, at }: FeedEntry, origin: string) =>
  xmlElement(
    'item',
    {},
    xmlTextElement('title', withoutBidiControls(title)),
    xmlTextElement('description', withoutBidiControls(text)),
    xmlTextElement('link', new URL(link, origin).href),
    xmlElement('guid', { isPermaLink: 'false' }, id),
    xmlTextElement('pubDate', at.toUTCString()),
  )

export type SitemapEntry = { path: string; changed?: Date | undefined }

export function renderSitemap(origin: string, pages: readonly SitemapEntry[]): string {
  const urls = pages.map(({ path, changed }) =>
    xmlElement(
      'url',
      {},
      xmlTextElement('loc', new URL(path, origin).href),
      changed ? xmlTextElement('lastmod', changed.toISOString()) : null,
    ),
  )
  const root = xmlElement('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...urls)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

/** Disallowed paths are not secret; they are of no use in search results. */
export const renderRobotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    'Disallow: /payment/',
    'Disallow: /privacy/verify-export/',
    '',
    `Sitemap: ${new URL('/sitemap.xml', origin).href}`,
    '',
  ].join('\n')
