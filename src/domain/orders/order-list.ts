import { lastOrderPage, orderPageSizes } from '#domain/orders/limits.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { productTypes } from '#domain/products/product.ts'
import { defineList, type ListSearch } from '#domain/ui/list.ts'
import { dayOf, oneOf, textOf } from '#domain/ui/search.ts'

export const orderList = defineList({
  filters: {
    /** A number, a reference, an exact e-mail address, or the name of a product. */
    q: textOf(254),
    /** SHA-256 of an e-mail address in hex, hashed before it is sent, so that no e-mail address is in a URL. */
    buyer: textOf(64, /^[0-9a-f]{64}$/),
    status: oneOf(...orderStatuses),
    kind: oneOf(...productTypes),
    /** Days by the clocks of the site. */
    from: dayOf,
    to: dayOf,
    attention: oneOf('needed'),
  },
  size: orderPageSizes[0],
  sizes: orderPageSizes,
  hasFixedSizes: true,
  lastPage: lastOrderPage,
})
export type OrderListSearch = ListSearch<typeof orderList>
