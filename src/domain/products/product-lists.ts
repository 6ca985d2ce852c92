import { productStatuses, productTypes, stockStates } from '#domain/products/product.ts'
import { defineList, type ListRequest, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { oneOf, uuidOf } from '#domain/ui/search.ts'

export const productList = defineList({
  filters: {
    q: searchWords,
    status: oneOf(...productStatuses),
    type: oneOf(...productTypes),
    category: uuidOf,
    stock: oneOf(...stockStates),
  },
  sorts: ['name', 'price', 'status', 'category', 'stock', 'changed'],
})
export type ProductSearch = ListSearch<typeof productList>
export type ProductRequest = ListRequest<typeof productList>

export const inventoryList = defineList({
  filters: { q: searchWords, stock: oneOf(...stockStates) },
  sorts: ['name', 'left'],
})
export type InventorySearch = ListSearch<typeof inventoryList>
export type InventoryRequest = ListRequest<typeof inventoryList>

/** The history of one stock item. */
export const movementList = defineList({ filters: {} })
export type MovementSearch = ListSearch<typeof movementList>
