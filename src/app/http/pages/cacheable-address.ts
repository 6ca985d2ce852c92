import { shopSearch } from '#domain/products/filter.ts'
import { hasFixedPath, isCacheablePage, isExistingPath } from '#domain/sites/pages.ts'
import { tourSearch } from '#domain/tour/tour-search.ts'
import { parseSearch } from '#domain/ui/search-params.ts'

/** What the server reads of the query of a cacheable page; `q` is a search. Of other pages it reads nothing. */
const filters: Record<string, (search: Record<string, unknown>) => Record<string, unknown>> = {
  '/shop': shopSearch,
  '/tour': tourSearch,
}

/** Where no page can be: the page that says so is made there, once for all addresses without a page. */
export const notFoundAddress = '/_'

/**
 * The address under which the page cache holds this page; null when the page is not cacheable. Only the spelling of the
 * path that our own links use is: another one is not looked up. Of the query only the filters count, in one order; what
 * only the browser reads, tracking parameters and what nobody reads is left out. Searches are not cacheable.
 */
export function pageCacheKeyOf(url: string): string | null {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  if (!isCacheablePage(path)) return null
  const read = filters[path]
  if (mark < 0 || !read) return path
  const found = Object.entries(read(parseSearch(url.slice(mark)))).filter(([, value]) => value !== undefined)
  if (found.some(([name]) => name === 'q')) return null
  return found.length ? `${path}?${new URLSearchParams(found.map(([name, value]) => [name, String(value)]))}` : path
}

/** No page of the public site, nor of the admin area, a preview or what else has pages of its own. */
export const isNowhere = (path: string): boolean => !isExistingPath(path) && !/^\/(admin|dev|preview)(\/|$)/i.test(path)

/** The page is one of a few, so it can be rendered for every client that asks. */
export const isFixedPage = (address: string): boolean => hasFixedPath(address) || address === '/tour?past=include'

/** One of many that a client can ask for by its filters. */
export const isFilteredPage = (address: string): boolean => address.includes('?') && !isFixedPage(address)

/** The cookie's name over https and over http; either counts, whichever this request came over. */
const session = /(?:^|;)\s*(?:__Host-)?session\s*=/

/** A page that is made for a request with a session cookie may be personal. */
export const hasSessionCookie = (cookies: string | null | undefined): boolean =>
  Boolean(cookies && session.test(cookies))
