import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { shareImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'
import type { JsonLdThing } from '#domain/pages/structured-data.ts'
import { type ConditionalRoute, isRouteEnabled, type PagePath, sitePages } from '#domain/sites/pages.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'
import { ApiError } from '#web/api-response.ts'
import { pageHead, windowTitle } from '#web/head.ts'
import type { PublicSiteData } from '#web/site-query.ts'

type Context = { queryClient: QueryClient }
type Query<T, K extends QueryKey> = FetchQueryOptions<T, Error, T, K>

/** Loads data that a page needs before it is shown. A 404 of the API makes the page not found. */
export const loadOrNotFound = <T, K extends QueryKey>({ queryClient }: Context, query: Query<T, K>): Promise<T> =>
  notFoundIfMissing(queryClient.ensureQueryData(query))

/** The same for data that must be fresh on each visit. */
export const loadFreshOrNotFound = <T, K extends QueryKey>({ queryClient }: Context, query: Query<T, K>): Promise<T> =>
  notFoundIfMissing(queryClient.fetchQuery({ ...query, staleTime: 0 }))

async function notFoundIfMissing<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound()
    throw error
  }
}

/**
 * A route whose feature is off on this site is 404. A route with a not-found text of its own for missing data names its
 * parent route, whose text says that the page is missing.
 */
export const requireFeature =
  (route: ConditionalRoute, around?: '/_site') =>
  ({ context }: { context: { site: Pick<PublicSite, 'features'> } }) => {
    if (!isRouteEnabled(context.site, route)) throw notFound(around ? { routeId: around } : {})
  }

type HeadTexts = { title: string; description: string }

/** The image of link previews: the page's own picture if it can be cropped, otherwise the site's, if there is one. */
export const linkPreviewImage = (
  { shareImage, name }: PublicSiteData,
  picture: Picture | null | undefined,
): { path: string; alt: string } | null =>
  picture && !picture.asIs
    ? { path: shareImagePath(picture), alt: picture.alt }
    : shareImage === null
      ? null
      : { path: shareImage, alt: name }

/** The head of a page with a fixed path. */
export const createPageHead =
  (
    path: string,
    { about = [], picture }: { about?: readonly JsonLdThing[]; picture?: Picture | null | undefined } = {},
  ) =>
  ({
    loaderData,
    match,
  }: {
    loaderData?: { words: HeadTexts }
    match: { context: { site: PublicSiteData } }
  }): Partial<ReturnType<typeof pageHead>> => {
    if (!loaderData) return {}
    const { site } = match.context
    const { title, description } = loaderData.words
    return pageHead(site, { path, title, description, image: linkPreviewImage(site, picture), about })
  }

/** The head of a page that search engines leave out; `secret` for a page whose address alone opens something. */
export const createNoIndexHead =
  (path: PagePath, { secret = false } = {}) =>
  ({ match }: { match: { context: { site: PublicSiteData } } }) => ({
    meta: [
      { title: windowTitle(sitePages[path].title, match.context.site) },
      { name: 'robots', content: 'noindex' },
      ...(secret ? [{ name: 'referrer', content: 'no-referrer' }] : []),
    ],
  })

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const params = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return params.size ? `?${params}` : ''
}
