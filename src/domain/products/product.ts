export const productTypes = ['physical', 'digital', 'bundle'] as const
export type ProductType = (typeof productTypes)[number]

export const productStatuses = ['draft', 'published', 'archived'] as const
export type ProductStatus = (typeof productStatuses)[number]

/** Why the stock on hand changed. */
export const stockReasons = ['initial', 'correction', 'sale', 'cancel'] as const
export type StockReason = (typeof stockReasons)[number]

/** The stock of an item: in stock, only a few left, sold out. */
export const stockStates = ['in', 'low', 'out'] as const
export type StockState = (typeof stockStates)[number]
/** At most so many are few. */
export const lowStockLimit = 5
