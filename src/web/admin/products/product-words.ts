import type { ProductStatus, ProductType, StockReason, StockState } from '#domain/products/product.ts'
import type { VatKind } from '#domain/sites/shop-rules.ts'

export const statusWords: Record<ProductStatus, string> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
}
export const statusTones = { draft: 'notice', published: 'good', archived: 'plain' } as const
export const typeWords: Record<ProductType, string> = { physical: 'Physical', digital: 'Digital', bundle: 'Bundle' }
export const stockStateWords: Record<StockState, string> = { in: 'In stock', low: 'Only a few left', out: 'Sold out' }
export const reasonWords: Record<StockReason, string> = {
  initial: 'First count',
  correction: 'Correction',
  sale: 'Sale',
  cancel: 'Cancelled order',
}
export const vatWords: Record<VatKind, string> = {
  standard: 'Standard',
  reduced: 'Reduced',
  books: 'Books and printed matter',
  downloads: 'Downloads',
}

export const choicesOf = <K extends string>(words: Record<K, string>) => Object.entries(words) as [K, string][]

/** How many can be sold; nobody counts downloads. */
export const leftWords = (left: number | null): string => (left === null ? 'No limit' : String(left))
