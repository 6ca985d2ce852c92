import { productStatuses, productTypes, stockStates } from '#domain/products/product.ts'
import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam, uuidParam } from '#domain/ui/search-params.ts'

export const productList = defineList({
  filters: {
    q: searchWordsParam,
    status: enumParam(...productStatuses),
    type: enumParam(...productTypes),
    category: uuidParam,
    stock: enumParam(...stockStates),
  },
  sorts: ['name', 'price', 'status', 'category', 'stock', 'changed'],
})
export type ProductSearch = ListSearch<typeof productList>
export type ProductRequest = ListRequest<typeof productList>

export const inventoryList = defineList({
  filters: { q: searchWordsParam, stock: enumParam(...stockStates) },
  sorts: ['name', 'left'],
})
export type InventorySearch = ListSearch<typeof inventoryList>
export type InventoryRequest = ListRequest<typeof inventoryList>

/** The history of one stock item. */
export const stockMovementList = defineList({ filters: {} })
export type StockMovementSearch = ListSearch<typeof stockMovementList>
