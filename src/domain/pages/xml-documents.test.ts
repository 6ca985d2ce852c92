import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { type FeedEntry, renderRobotsTxt, renderRssFeed, renderSitemap } from '#domain/pages/xml-documents.ts'
import { longHostileText } from '#tests/journeys/payloads.ts'

const origin = 'https://marlow.example'
const parser = new XMLParser({ ignoreAttributes: false, trimValues: false, parseTagValue: false })
const entry: FeedEntry = {
  id: 'show:2026-05-01-berlin',
  title: 'Berlin',
  text: 'Lido',
  link: '/tour/2026-05-01-berlin',
  at: new Date('2026-02-01T10:00:00Z'),
}
const read = (...entries: FeedEntry[]) => {
  const text = renderRssFeed({ title: 'Marlow & Quay', description: 'News', origin, language: 'en-GB', entries })
  expect(XMLValidator.validate(text)).toBe(true)
  return parser.parse(text).rss.channel
}

test('a feed lists the newest entry first, with URLs of the site', () => {
  const { title, item, lastBuildDate } = read(entry, { ...entry, id: 'later', at: new Date('2026-03-01T10:00:00Z') })
  expect(title).toBe('Marlow & Quay')
  expect(item.map((each: Record<string, unknown>) => each.guid)).toEqual([
    { '#text': 'later', '@_isPermaLink': 'false' },
    { '#text': 'show:2026-05-01-berlin', '@_isPermaLink': 'false' },
  ])
  expect(item[1].link).toBe('https://marlow.example/tour/2026-05-01-berlin')
  expect(lastBuildDate).toBe('Sun, 01 Mar 2026 10:00:00 GMT')
})

test('escapes the text of an entry and removes characters that XML forbids', () => {
  const hostile = '</title><script>alert(1)</script>]]> & \u0000\u0008\ud800 \u202e end'
  const { item } = read({ ...entry, title: hostile, text: hostile })
  expect(item.title).toContain('</title><script>alert(1)</script>]]> & ')
  for (const text of [item.title, item.description]) expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
})

test('escapes an entry of 10,000 hostile characters', () => {
  const { item } = read({ ...entry, title: longHostileText(), text: longHostileText() })
  for (const text of [item.title, item.description]) expect(text).toBe(withoutBidiControls(longHostileText()))
})

test('a feed has at most fifty entries', () => {
  expect(read(...Array.from({ length: 80 }, (_, n) => ({ ...entry, id: String(n) }))).item).toHaveLength(50)
})

test('a sitemap lists pages with their last change', () => {
  const text = renderSitemap(origin, [
    { path: '/tour', changed: new Date('2026-02-01T10:00:00Z') },
    { path: '/a?b=1&c=2' },
  ])
  expect(XMLValidator.validate(text)).toBe(true)
  expect(parser.parse(text).urlset.url).toEqual([
    { loc: 'https://marlow.example/tour', lastmod: '2026-02-01T10:00:00.000Z' },
    { loc: 'https://marlow.example/a?b=1&c=2' },
  ])
})

test('robots.txt disallows the admin area and names the sitemap', () => {
  expect(renderRobotsTxt(origin)).toMatch(/^Disallow: \/admin$/m)
  expect(renderRobotsTxt(origin)).toMatch(/^Sitemap: https:\/\/marlow\.example\/sitemap\.xml$/m)
})
