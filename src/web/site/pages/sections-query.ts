import { queryOptions } from '@tanstack/react-query'
import type { SectionPage } from '#domain/sites/pages.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'

/** What the owner has put on a page, besides its fixed part. */
export const sectionsQuery = (api: ApiClient, page: SectionPage) =>
  queryOptions({
    queryKey: ['pages', 'sections', page],
    queryFn: () => unwrapResponse(api.api.pages.sections[':page'].$get({ param: { page } })),
  })

/** A page that the owner has made, or where it is now; null where there is none, or none any more. */
export const ownPageQuery = (api: ApiClient, address: string) =>
  queryOptions({
    queryKey: ['pages', 'own', address],
    queryFn: () =>
      unwrapResponse(api.api.pages.own[':address'].$get({ param: { address } })).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 404 || error.reason === 'page-gone')) return null
        throw error
      }),
  })
