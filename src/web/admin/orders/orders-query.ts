import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { ProductType } from '#domain/products/product.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { bearerOf } from '#web/bearer.ts'

/** What the list of orders is asked for; the address says it. */
export type OrderSearch = {
  q?: string | undefined
  /** The hash of an e-mail address: no address stands in an address. */
  buyer?: string | undefined
  status?: OrderStatus | undefined
  kind?: ProductType | undefined
  from?: string | undefined
  to?: string | undefined
  attention?: 'needed' | undefined
  page?: number | undefined
  size?: 10 | 25 | 50 | undefined
}

/** Begins the name of everything that is known of orders, so that whoever changes one can have it read anew. */
export const ordersKey = ['admin', 'orders'] as const

export const ordersQuery = (api: ApiClient, { page = 1, size = 10, ...filters }: OrderSearch) =>
  queryOptions({
    queryKey: [...ordersKey, 'list', { page, size, ...filters }],
    queryFn: () =>
      answerOf(api.api.admin.orders.$get({ query: { ...filters, page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const orderQuery = (api: ApiClient, name: string) =>
  queryOptions({
    queryKey: [...ordersKey, 'one', name],
    queryFn: () => answerOf(api.api.admin.orders[':name'].$get({ param: { name } })),
    staleTime: 0,
  })

/** Who made the orders of a page, in one call. It is kept no longer than it is shown, and asked for by nobody else. */
export const customersQuery = (api: ApiClient, siteId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', 'customers', ids],
    queryFn: async () => {
      const json = { order_ids: [...ids], website_id: siteId }
      const { decrypted_orders: found } = await answerOf(
        api.api.privacy['decrypt-orders-batch'].$post({ json }, { fetch: bearerOf(api).fetch }),
      )
      return new Map(found.map(({ order_id: id, decrypted_data: data, error }) => [id, { data, error }]))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export type Customers = Awaited<ReturnType<NonNullable<ReturnType<typeof customersQuery>['queryFn']>>>

export const customerQuery = (api: ApiClient, siteId: string, id: string) =>
  queryOptions({
    queryKey: ['admin', 'customers', id],
    queryFn: () =>
      answerOf(
        api.api.privacy['decrypt-order'].$post(
          { json: { order_id: id, website_id: siteId } },
          { fetch: bearerOf(api).fetch },
        ),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

type Filed = { search: OrderSearch; numbers?: readonly string[]; withCustomers: boolean }

/** Where the file of these orders is. */
export function fileAddress({ search: { page: _, size: __, ...filters }, numbers, withCustomers }: Filed): string {
  const asked = new URLSearchParams({
    ...(numbers ? { numbers: numbers.join() } : given(filters)),
    ...(withCustomers && { customers: 'include' }),
  })
  return `/api/admin/orders/file.csv${asked.size ? `?${asked}` : ''}`
}

const given = (filters: object): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
