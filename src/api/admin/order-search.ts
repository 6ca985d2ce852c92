import { z } from 'zod'
import { daysBetween } from '#domain/activity/days.ts'
import { asked as meaning } from '#domain/orders/asked.ts'
import { lastOrderPage, orderPageSizes } from '#domain/orders/limits.ts'
import { orderNumberShape } from '#domain/orders/lookup.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { productTypes } from '#domain/products/product.ts'
import { isLocalDate } from '#domain/time/zoned.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { OrderSearch } from '#server/orders/find.ts'

const text = z.string()
const day = text.refine(
  (said) => isLocalDate(said) && said >= '1900' && said < '2200',
  'Please give a day like 2026-05-01.',
)

export const OrderFilters = z.object({
  /** A number, a reference, an exact e-mail address, or the name of a product. */
  q: text.trim().max(254).optional(),
  /** An e-mail address that was hashed before it was sent: SHA-256 in hex. */
  buyer: text.regex(/^[0-9a-f]{64}$/).optional(),
  status: z.enum(orderStatuses).optional(),
  kind: z.enum(productTypes).optional(),
  /** Days by the clocks of the site. */
  from: day.optional(),
  to: day.optional(),
  attention: z.literal('needed').optional(),
  /** Only these, with commas between. */
  numbers: text
    .transform((said) => said.split(','))
    .refine(
      (all) => all.length <= 50 && all.every((each) => orderNumberShape.test(each)),
      'Please give numbers of orders.',
    )
    .optional(),
  website_id: text.optional(),
})
export type OrderAsked = z.output<typeof OrderFilters>

export const OrderPage = OrderFilters.omit({ numbers: true }).extend({
  page: z.coerce.number().int().min(1).max(lastOrderPage).default(1),
  size: z.coerce
    .number()
    .pipe(z.literal([...orderPageSizes]))
    .default(orderPageSizes[0]),
})

type Place = Pick<DerivedKeys, 'blindIndex' | 'blindIndexOfHash'> & { websiteId: string; zone: string }

export function searchOf(
  { q, buyer, status, kind, from, to, attention, numbers }: OrderAsked,
  place: Place,
): OrderSearch {
  return {
    asked: askedOf({ q, buyer }, place),
    ...{ status, kind, numbers },
    attention: attention === 'needed',
    ...daysBetween({ from, to }, place.zone),
  }
}

function askedOf(
  { q, buyer }: Pick<OrderAsked, 'q' | 'buyer'>,
  { websiteId, blindIndex, blindIndexOfHash }: Place,
): OrderSearch['asked'] {
  if (buyer) return { by: 'index', emailIndex: blindIndexOfHash(websiteId, Buffer.from(buyer, 'hex')) }
  const meant = q ? meaning(q) : undefined
  return meant?.by === 'email' ? { by: 'index', emailIndex: blindIndex(websiteId, meant.email) } : meant
}

/** What was asked for as the log may know it: nobody's address is in it. */
export function filtersOf({ q, buyer, numbers, website_id: _, ...filters }: OrderAsked): Record<string, string> {
  const by = buyer ? 'email' : q ? meaning(q).by : null
  const said = {
    ...filters,
    // Words may be somebody's name.
    ...(by === 'payment' || (by === 'code' && /\d/.test(q!))
      ? { q: q! }
      : by && { searched: by === 'email' ? 'one customer' : 'words' }),
    ...(numbers && { numbers: numbers.join() }),
  }
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
