import { queryOptions } from '@tanstack/react-query'
import { type OrderListSearch, orderList } from '#domain/orders/order-list.ts'
import { isConfirmationRequired, type RunConfirmed } from '#web/admin/accounts/use-confirmed.tsx'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { getBearerClient } from '#web/bearer.ts'

/** Prefix of all order queries: a change of an order invalidates them together. */
export const ordersKey = ['admin', 'orders'] as const

export const ordersQuery = (api: ApiClient, search: OrderListSearch) =>
  listQueryOptions({
    list: orderList,
    search,
    key: ordersKey,
    load: (query) => unwrapResponse(api.api.admin.orders.$get({ query })),
  })

export const orderQuery = (api: ApiClient, name: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', name],
    queryFn: () => unwrapResponse(api.api.admin.orders[':name'].$get({ param: { name } })),
    staleTime: 0,
  })

const question = {
  title: 'Show more customers?',
  text: 'You have opened the customers of many orders in the last hour.',
  confirmLabel: 'Show',
}

/** Who has opened many customers lately must enter the password first. */
async function confirmedIfRequired<T>(
  confirmed: RunConfirmed,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  try {
    return await send({})
  } catch (error) {
    const sent = isConfirmationRequired(error) ? await confirmed(question, send) : null
    if (sent === null) throw error
    return sent
  }
}

type CustomerDeps = { api: ApiClient; siteId: string; confirmed: RunConfirmed }

/** Decrypts the buyers of a page in one call. The cache drops them as soon as they are not shown. */
export const orderCustomersQuery = ({ api, siteId, confirmed }: CustomerDeps, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', 'customers', ids],
    queryFn: async () => {
      const json = { order_ids: [...ids], website_id: siteId }
      const { decrypted_orders: found } = await confirmedIfRequired(confirmed, (headers) =>
        unwrapResponse(
          api.api.privacy['decrypt-orders-batch'].$post({ json }, { fetch: getBearerClient(api).fetch, headers }),
        ),
      )
      return new Map(found.map(({ order_id: id, decrypted_data: data, error }) => [id, { data, error }]))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export type OrderCustomers = Awaited<ReturnType<NonNullable<ReturnType<typeof orderCustomersQuery>['queryFn']>>>

export const orderCustomerQuery = ({ api, siteId, confirmed }: CustomerDeps, id: string) =>
  queryOptions({
    queryKey: ['admin', 'customers', id],
    queryFn: () =>
      confirmedIfRequired(confirmed, (headers) =>
        unwrapResponse(
          api.api.privacy['decrypt-order'].$post(
            { json: { order_id: id, website_id: siteId } },
            { fetch: getBearerClient(api).fetch, headers },
          ),
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

type ExportOptions = { search: OrderListSearch; numbers?: readonly string[]; withCustomers: boolean }

export function ordersCsvUrl({
  search: { page: _, size: __, sort: ___, direction: ____, ...filters },
  numbers,
  withCustomers,
}: ExportOptions): string {
  const query = new URLSearchParams({
    ...(numbers ? { numbers: numbers.join() } : definedOnly(filters)),
    ...(withCustomers && { customers: 'include' }),
  })
  return `/api/admin/orders/export.csv${query.size ? `?${query}` : ''}`
}

const definedOnly = (filters: object): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
