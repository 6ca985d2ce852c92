import { hasFixedPath, isCacheablePage } from '#domain/sites/pages.ts'

/** Platforms append these parameters to links, with another value each time. Our pages do not read them. */
const trackingParameterPattern =
  /^(utm_[a-z_]{1,30}|fbclid|gclid|gbraid|wbraid|dclid|msclkid|ttclid|twclid|igshid|igsh|yclid|li_fat_id|mc_cid|mc_eid)$/

/**
 * The address under which the page cache holds this page, without tracking parameters; null when the page is not
 * cacheable. Only the spelling that our own links use is: another one is not looked up.
 */
export function pageCacheKeyOf(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (!isCacheablePage(path)) return null
  if (mark < 0) return path
  const params = [...new URLSearchParams(url.slice(mark))].filter(([name]) => !trackingParameterPattern.test(name))
  const query = new URLSearchParams(params).toString()
  if (!isCacheablePage(path, query)) return null
  return query ? `${path}?${query}` : path
}

/** The page is one of a few, so it can be rendered for every client that asks. */
export const isFixedPage = (address: string): boolean => hasFixedPath(address.split('?', 1)[0]!)

/** The cookie's name over https and over http; either counts, whichever this request came over. */
const session = /(?:^|;)\s*(?:__Host-)?session\s*=/

/** With a session cookie a page may be personal. */
export const hasSessionCookie = (cookies: string | null | undefined): boolean =>
  Boolean(cookies && session.test(cookies))
