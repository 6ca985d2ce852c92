import type { ProductStatus, ProductType } from '#domain/products/product.ts'
import { Refusal } from '#domain/refusal.ts'
import { productRefusalTexts } from '#domain/texts/own-words.ts'

type ProductState = { name: string; status: ProductStatus }

export function statusAfterArchive({ status }: Pick<ProductState, 'status'>): 'archived' {
  if (status === 'archived') throw new Refusal('already-archived')
  return 'archived'
}

export function statusAfterRestore(
  { status }: Pick<ProductState, 'status'>,
  to: 'draft' | 'published' = 'draft',
): ProductStatus {
  if (status !== 'archived') throw new Refusal('not-archived')
  return to
}

/** A product with the files that a buyer gets: its own, or those of the parts of a bundle. */
export type PublishableProduct = {
  name: string
  productType: ProductType
  hasFiles: boolean
  /** The digital parts of a bundle. */
  downloads: readonly { name: string; hasFiles: boolean }[]
}

/** A download without files cannot be sold; a bundle needs the files of each digital part. */
export function assertPublishable({ name, productType, hasFiles, downloads }: PublishableProduct): void {
  if (productType === 'digital' && !hasFiles)
    throw new Refusal('product-without-files', { values: { name }, fields: { status: productRefusalTexts.filesFirst } })
  const part = downloads.find((each) => !each.hasFiles)
  if (productType !== 'bundle' || !part) return
  const values = { name, part: part.name }
  const fields = { status: productRefusalTexts.partWithoutFiles(values) }
  throw new Refusal('bundle-part-without-files', { values, fields })
}

/** The sales of a product. */
export type ProductUsage = {
  /** Orders that are paid, processing or shipped. */
  activeOrders: number
  /** In all orders, parts of bundles included. */
  orderItems: number
  /** Checkouts that may still be paid. */
  openCheckouts: number
  downloads: number
}

export type ProductDeletion = 'delete' | 'product-has-downloads' | 'product-has-order-history' | 'product-being-paid'

/** A product with past sales is archived instead of deleted, with the reason; one with active orders is refused. */
export function productDeletionOutcome({ name }: Pick<ProductState, 'name'>, usage: ProductUsage): ProductDeletion {
  const { activeOrders, orderItems, openCheckouts, downloads } = usage
  if (activeOrders > 0) throw new Refusal('product-has-active-orders', { values: { name, n: activeOrders } })
  if (downloads > 0) return 'product-has-downloads'
  if (orderItems > 0) return 'product-has-order-history'
  return openCheckouts > 0 ? 'product-being-paid' : 'delete'
}
