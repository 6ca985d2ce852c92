import { maxOrderPage, orderPageSizes } from '#domain/orders/limits.ts'
import { maxNameWords } from '#domain/orders/name-words.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { productTypes } from '#domain/products/product.ts'
import { defineList, type ListSearch } from '#domain/ui/list.ts'
import { dateParam, enumParam, textParam } from '#domain/ui/search-params.ts'

const orderSorts = ['created', 'status', 'total'] as const
export type OrderSort = (typeof orderSorts)[number]

/** Hashes in hex with commas between them. */
const nameHashesLength = maxNameWords * 65 - 1

export const orderList = defineList({
  filters: {
    /** A number, a reference, an exact e-mail address, or the name of a product. */
    q: textParam(254),
    /** SHA-256 of an e-mail address in hex, hashed before it is sent, so that no e-mail address is in a URL. */
    buyer: textParam(64, /^[0-9a-f]{64}$/),
    /** SHA-256 of each word of a customer's name, hashed before they are sent too. */
    name: textParam(nameHashesLength, new RegExp(`^[0-9a-f]{64}(,[0-9a-f]{64}){0,${maxNameWords - 1}}$`)),
    status: enumParam(...orderStatuses),
    kind: enumParam(...productTypes),
    /** Days by the clocks of the site. */
    from: dateParam,
    to: dateParam,
    attention: enumParam('to-pack', 'needed'),
  },
  sorts: orderSorts,
  direction: 'down',
  size: orderPageSizes[0],
  sizes: orderPageSizes,
  hasFixedSizes: true,
  lastPage: maxOrderPage,
})
export type OrderListSearch = ListSearch<typeof orderList>
