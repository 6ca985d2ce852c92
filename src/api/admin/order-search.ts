import { z } from 'zod'
import { listQuerySchema } from '#api/list-query.ts'
import { instantRangeOfDays } from '#domain/activity/days.ts'
import { orderNumberPattern, parseOrderQuery } from '#domain/orders/lookup.ts'
import { orderList } from '#domain/orders/order-list.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { OrderSearch } from '#server/orders/search.ts'

const text = z.string()
const ListQuery = listQuerySchema(orderList)

export const OrderFilters = ListQuery.omit({ page: true, size: true, sort: true, direction: true }).extend({
  /** Only these, separated by commas. */
  numbers: text
    .transform((list) => list.split(','))
    .refine(
      (all) => all.length <= 50 && all.every((each) => orderNumberPattern.test(each)),
      'Please enter numbers of orders.',
    )
    .optional(),
  website_id: text.optional(),
})
export type OrderFilters = z.output<typeof OrderFilters>

export const OrderListQuery = ListQuery.extend({ website_id: text.optional() })

type SearchContext = Pick<DerivedKeys, 'blindIndex' | 'blindIndexOfHash' | 'nameIndexOfHash'> & {
  websiteId: string
  zone: string
}

export function buildOrderSearch(
  { q, buyer, name, status, kind, from, to, attention, numbers }: OrderFilters,
  context: SearchContext,
): OrderSearch {
  return {
    query: queryOf({ q, buyer }, context),
    name: name?.split(',').map((hash) => context.nameIndexOfHash(context.websiteId, Buffer.from(hash, 'hex'))),
    status,
    kind,
    numbers,
    attention,
    ...instantRangeOfDays({ from, to }, context.zone),
  }
}

function queryOf(
  { q, buyer }: Pick<OrderFilters, 'q' | 'buyer'>,
  { websiteId, blindIndex, blindIndexOfHash }: SearchContext,
): OrderSearch['query'] {
  if (buyer) return { by: 'index', emailIndex: blindIndexOfHash(websiteId, Buffer.from(buyer, 'hex')) }
  const query = q ? parseOrderQuery(q) : undefined
  return query?.by === 'email' ? { by: 'index', emailIndex: blindIndex(websiteId, query.email) } : query
}

/** The filters for the activity log, without personal data. */
export function filtersForActivityLog({
  q,
  buyer,
  name,
  numbers,
  website_id: _,
  ...filters
}: OrderFilters): Record<string, string> {
  const by = buyer || name ? 'email' : q ? parseOrderQuery(q).by : null
  const logged = {
    ...filters,
    // Free text may be a person's name.
    ...(by === 'payment' || (by === 'code' && /\d/.test(q!))
      ? { q: q! }
      : by && { searched: by === 'email' ? 'one customer' : 'words' }),
    ...(numbers && { numbers: numbers.join() }),
  }
  return Object.fromEntries(Object.entries(logged).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
