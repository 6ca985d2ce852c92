import { expect, test } from 'vitest'
import { cdnHeaders } from '#app/http/pages/cdn-headers.ts'
import { cacheTags, purgedCdnTag } from '#server/cache/tags.ts'

const now = Date.parse('2026-05-01T10:00:00Z')
const seconds = (amount: number) => now + amount * 1000
const cdnControl = (changesAt: number) =>
  Object.fromEntries(cdnHeaders('a-site', { tags: new Set(), changesAt }, now))['cdn-cache-control']

test.each([
  ['is not known to change by itself', Number.POSITIVE_INFINITY, 300],
  ['changes after all copies of it have expired', seconds(600), 300],
  ['changes before that', seconds(450), 150],
  ['changes while this process still has it', seconds(200), 2],
  ['should have changed already', seconds(-5), 2],
])('a CDN keeps a page that %s for so many seconds', (_, changesAt, kept) => {
  expect(cdnControl(changesAt)).toBe(`max-age=${kept}`)
})

test('a page bears its website and what it was made from, by the names that purges use', () => {
  const tags = new Set(['tour', 'site'] as const)
  const [, [name, value]] = cdnHeaders('a-site', { tags, changesAt: seconds(900) }, now) as [unknown, [string, string]]
  expect(name).toBe('cache-tag')
  expect(value).toBe('a-site,a-site-site,a-site-tour')
  expect(value.split(',')).toContain(purgedCdnTag({ websiteId: 'a-site', tag: 'tour' }))
  expect(value.split(',')).toContain(purgedCdnTag({ websiteId: 'a-site', tag: 'hosts' }))
})

test('an edit of something that no public page shows purges nothing', () => {
  const purged = cacheTags.filter((tag) => purgedCdnTag({ websiteId: 'a-site', tag }) !== null)
  expect(purged).toEqual([...['announcements', 'collections', 'gallery', 'media', 'products', 'site', 'tour'], 'hosts'])
})
