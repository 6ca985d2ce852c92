import { xmlElement, xmlTextElement } from '#domain/pages/xml.ts'
import { withoutTurning } from '#domain/turning.ts'

export type FeedEntry = {
  /** Never changes, whatever else about it does. */
  id: string
  title: string
  text: string
  link: string
  at: Date
}

type Feed = { title: string; description: string; origin: string; language: string; entries: readonly FeedEntry[] }

const mostEntries = 50

/** RSS 2.0, the newest first. */
export function feedOf({ title, description, origin, language, entries }: Feed): string {
  const newest = entries.toSorted((a, b) => +b.at - +a.at).slice(0, mostEntries)
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
    xmlTextElement('title', withoutTurning(title)),
    xmlTextElement('description', withoutTurning(text)),
    xmlTextElement('link', new URL(link, origin).href),
    xmlElement('guid', { isPermaLink: 'false' }, id),
    xmlTextElement('pubDate', at.toUTCString()),
  )
