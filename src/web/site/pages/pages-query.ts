import { queryOptions } from '@tanstack/react-query'
import type { FeatureListPage, StandardListPage } from '#domain/sites/pages.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

type List = StandardListPage | FeatureListPage

export const listPageQuery = (api: ApiClient, page: List) =>
  queryOptions({
    queryKey: ['pages', 'lists', page],
    queryFn: () => unwrapResponse(api.api.pages.lists[':page'].$get({ param: { page } })),
  })

export const writtenPageQuery = (api: ApiClient, page: string) =>
  queryOptions({
    queryKey: ['pages', 'written', page],
    queryFn: () => unwrapResponse(api.api.pages.written[':page'].$get({ param: { page } })),
  })

export const contactPageQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['pages', 'contact'], queryFn: () => unwrapResponse(api.api.pages.contact.$get()) })

export const releasesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['pages', 'releases'], queryFn: () => unwrapResponse(api.api.pages.releases.$get()) })

/** One release; the newest without a name. Null where there is none. */
export const releaseQuery = (api: ApiClient, slug: string | null) =>
  queryOptions({
    queryKey: ['pages', 'release', slug],
    queryFn: () => unwrapResponse(api.api.pages.release.$get({ query: slug === null ? {} : { slug } })),
  })

export const awardsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['pages', 'awards'], queryFn: () => unwrapResponse(api.api.pages.awards.$get()) })

export const pressQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['pages', 'press'], queryFn: () => unwrapResponse(api.api.pages.press.$get()) })

type Answer<Q extends (api: ApiClient) => { queryFn?: unknown }> = ReturnType<Q>['queryFn'] extends
  | ((context: never) => infer A)
  | undefined
  ? Awaited<A>
  : never

export type WrittenPageAnswer = Answer<(api: ApiClient) => ReturnType<typeof writtenPageQuery>>
export type ReleaseAnswer = Answer<typeof releasesQuery>[number]
export type AwardAnswer = Answer<typeof awardsQuery>[number]
export type PressQuoteAnswer = Answer<typeof pressQuery>[number]
