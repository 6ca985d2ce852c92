import { queryOptions } from '@tanstack/react-query'
import { downloadsKey } from '#web/admin/downloads/downloads-query.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** The search parameters of the screen. They never hold an e-mail address. */
export type CustomerSearch = {
  /** The hash of an e-mail address. */
  buyer?: string | undefined
  /** The number of an order. */
  order?: string | undefined
}

export const customerHistoryQuery = (api: ApiClient, { buyer, order }: CustomerSearch) =>
  queryOptions({
    queryKey: [...downloadsKey, 'customer', { buyer, order }],
    queryFn: () =>
      unwrapResponse(
        api.api.admin['customer-support'].$get({ query: { ...(buyer && { buyer }), ...(order && { order }) } }),
      ),
    staleTime: 0,
    retry: false,
  })
