import type { PriceKind } from '#domain/products/price.ts'
import type { ProductStatus, ProductType, StockReason, StockState } from '#domain/products/product.ts'
import type { VatKind } from '#domain/sites/shop-rules.ts'

export const productStatusLabels: Record<ProductStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}
/** The choices of an editor; archiving is an action of its own. */
export const editableStatusLabels = { draft: 'Draft', published: 'Published' }
export const productStatusTones = { draft: 'notice', published: 'good', archived: 'plain' } as const
export const productTypeLabels: Record<ProductType, string> = {
  physical: 'Physical',
  digital: 'Digital',
  bundle: 'Bundle',
}
export const priceKindLabels: Record<PriceKind, string> = {
  fixed: 'Fixed price',
  from: 'Buyers name their price',
}
export const stockStateLabels: Record<StockState, string> = { in: 'In stock', low: 'Low stock', out: 'Sold out' }
export const stockReasonLabels: Record<StockReason, string> = {
  initial: 'Initial stock',
  correction: 'Correction',
  sale: 'Sale',
  cancel: 'Cancelled order',
}
export const vatKindLabels: Record<VatKind, string> = {
  standard: 'Standard',
  reduced: 'Reduced',
  books: 'Books and printed matter',
  downloads: 'Downloads',
}

/** How many can be sold; downloads have no limit. */
export const stockLeftText = (left: number | null): string => (left === null ? 'No limit' : String(left))
