import type { ProductStatus, ProductType, StockReason, StockState } from '#domain/products/product.ts'
import type { VatKind } from '#domain/sites/shop-rules.ts'

export const productStatusWords: Record<ProductStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}
/** The choices of an editor; archiving is an action of its own. */
export const editableStatusWords = { draft: 'Draft', published: 'Published' }
export const productStatusTones = { draft: 'notice', published: 'good', archived: 'plain' } as const
export const productTypeWords: Record<ProductType, string> = {
  physical: 'Physical',
  digital: 'Digital',
  bundle: 'Bundle',
}
export const stockStateWords: Record<StockState, string> = { in: 'In stock', low: 'Low stock', out: 'Sold out' }
export const reasonWords: Record<StockReason, string> = {
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
export const leftWords = (left: number | null): string => (left === null ? 'No limit' : String(left))
