import type { ProductStatus, ProductType } from '#domain/products/product.ts'
import { Refusal } from '#domain/refusal.ts'
import { ourProductTexts } from '#domain/texts/our-words.ts'

type Named = { name: string; status: ProductStatus }

export function archived({ status }: Pick<Named, 'status'>): 'archived' {
  if (status === 'archived') throw new Refusal('already-archived')
  return 'archived'
}

export function restored({ status }: Pick<Named, 'status'>, to: 'draft' | 'published' = 'draft'): ProductStatus {
  if (status !== 'archived') throw new Refusal('not-archived')
  return to
}

/** What somebody gets for their money: its own files, or those of the parts of a bundle. */
export type Sellable = {
  name: string
  productType: ProductType
  hasFiles: boolean
  /** Of a bundle: the parts that are downloaded. */
  downloads: readonly { name: string; hasFiles: boolean }[]
}

/** Nobody pays for a download without files; a bundle needs those of each part. */
export function checkPublishable({ name, productType, hasFiles, downloads }: Sellable): void {
  if (productType === 'digital' && !hasFiles)
    throw new Refusal('product-without-files', { values: { name }, fields: { status: ourProductTexts.filesFirst } })
  const part = downloads.find((each) => !each.hasFiles)
  if (productType !== 'bundle' || !part) return
  const values = { name, part: part.name }
  const fields = { status: ourProductTexts.partWithoutFiles(values) }
  throw new Refusal('bundle-part-without-files', { values, fields })
}

/** What has become of a product in the hands of customers. */
export type Trade = {
  /** Orders that are paid, processing or shipped. */
  activeOrders: number
  /** In all orders there ever were, parts of bundles included. */
  orderItems: number
  /** Checkouts that may still be paid. */
  openCheckouts: number
  downloads: number
}

export type Deletion = 'delete' | 'product-has-downloads' | 'product-has-order-history' | 'product-being-paid'

/** What the books still name is archived instead, with the reason why; what customers still wait for stays as it is. */
export function deletion({ name }: Pick<Named, 'name'>, trade: Trade): Deletion {
  const { activeOrders, orderItems, openCheckouts, downloads } = trade
  if (activeOrders > 0) throw new Refusal('product-has-active-orders', { values: { name, n: activeOrders } })
  if (downloads > 0) return 'product-has-downloads'
  if (orderItems > 0) return 'product-has-order-history'
  return openCheckouts > 0 ? 'product-being-paid' : 'delete'
}
