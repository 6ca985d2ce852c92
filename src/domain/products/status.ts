import type { ProductStatus } from '#domain/products/product.ts'
import { Refusal } from '#domain/refusal.ts'

type Named = { name: string; status: ProductStatus }

export function archived({ status }: Pick<Named, 'status'>): 'archived' {
  if (status === 'archived') throw new Refusal('already-archived')
  return 'archived'
}

export function restored({ status }: Pick<Named, 'status'>, to: 'draft' | 'published' = 'draft'): ProductStatus {
  if (status !== 'archived') throw new Refusal('not-archived')
  return to
}

/** What has become of a product in the hands of customers. */
export type Trade = {
  /** Orders that are paid, processing or shipped. */
  activeOrders: number
  /** In all orders there ever were, and in those that somebody only began to pay. */
  orderItems: number
  downloads: number
}

export type Deletion = 'delete' | 'product-has-downloads' | 'product-has-order-history'

/** What the books still name is archived instead, with the reason why; what customers still wait for stays as it is. */
export function deletion({ name }: Pick<Named, 'name'>, { activeOrders, orderItems, downloads }: Trade): Deletion {
  if (activeOrders > 0) throw new Refusal('product-has-active-orders', { values: { name, n: activeOrders } })
  if (downloads > 0) return 'product-has-downloads'
  return orderItems > 0 ? 'product-has-order-history' : 'delete'
}
