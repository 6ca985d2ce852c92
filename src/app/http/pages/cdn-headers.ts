import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import type { PageReads } from '#server/cache/page-reads.ts'
import { cdnTagOf } from '#server/cache/tags.ts'

/** How long a CDN may keep a page, in seconds: as long as this process keeps it. */
const maxAge = cacheLifetimeMs / 1000
/** A page that is about to change by itself is late at the CDN by this many seconds at most. */
const minAge = 2

/**
 * For a CDN in front, which is purged when an edit changes the page. Browsers and other caches do not read these headers:
 * for them the page stays `no-cache`. The page cache sends these headers for up to `cacheLifetimeMs`, so the CDN gets only
 * what is left after that until the page changes by itself.
 */
export function cdnHeaders(
  websiteId: string,
  { tags, changesAt }: Pick<PageReads, 'tags' | 'changesAt'>,
  now: number,
): [string, string][] {
  const left = Math.floor((changesAt - now - cacheLifetimeMs) / 1000)
  const names = [websiteId, ...[...tags].toSorted().map((tag) => cdnTagOf({ websiteId, tag }))]
  return [
    ['cdn-cache-control', `max-age=${Math.min(maxAge, Math.max(minAge, left))}`],
    ['cache-tag', names.join(',')],
  ]
}
