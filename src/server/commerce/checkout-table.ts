import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { checkoutStates } from '#domain/checkout/checkout.ts'
import type { OrderPart } from '#domain/orders/order.ts'
import { sealedColumn } from '#server/crypto/sealer.ts'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { products, stockItems } from '#server/products/table.ts'
import { demoFlagColumn, siteColumns, siteConstraints, sqlTextList, timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** A line of the order to be, with a copy of everything that may change later. */
export type CheckoutLine = {
  productId: string
  variantId: string | null
  name: string
  variant: string | null
  isDigital: boolean
  /** Products that the buyer may download: the product itself or the parts of a bundle. */
  downloads: string[]
  /** What one piece of a bundle contains; missing in checkouts from before parts were kept. */
  parts?: OrderPart[]
  quantity: number
  unitPrice: number
  /** Where the buyer named the price: the least that was asked. */
  minimumPrice?: number | null
  /** Of the whole line; included or on top, as the site's prices are. */
  vat: number
  vatRate: number
}

/** An attempt to pay: items, amounts, and until when the stock is held. */
export const checkouts = pgTable(
  'checkouts',
  {
    ...siteColumns(),
    /** Idempotency key made by the browser. */
    key: text().notNull(),
    /** Hash of the request that was sent with that key. */
    requestHash: text().notNull(),
    state: text({ enum: checkoutStates }).notNull().default('open'),
    reference: text().notNull(),
    lines: jsonb().$type<CheckoutLine[]>().notNull(),
    /** E-mail, name and address as one sealed JSON value. */
    customer: sealedColumn().notNull(),
    country: text().notNull(),
    shippingOption: text(),
    currency: text().notNull(),
    subtotal: integer().notNull(),
    shipping: integer().notNull(),
    vat: integer().notNull(),
    total: integer().notNull(),
    sessionId: text(),
    paymentIntent: text(),
    /** Keyed hash of the visitor's network while the checkout is open, to count what one visitor holds. */
    network: text(),
    createdAt: timestamptz().notNull().defaultNow(),
    expiresAt: timestamptz().notNull(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('checkouts_key').on(t.websiteId, t.key),
    unique('checkouts_reference').on(t.websiteId, t.reference),
    unique('checkouts_session').on(t.websiteId, t.sessionId),
    index('checkouts_ending').on(t.websiteId, t.state, t.expiresAt),
    index('checkouts_network').on(t.websiteId, t.network).where(sql`${t.network} is not null`),
    check('checkouts_state_known', sql`${t.state} in (${sqlTextList(checkoutStates)})`),
    check('checkouts_amounts', sql`${t.subtotal} >= 0 and ${t.shipping} >= 0 and ${t.vat} >= 0 and ${t.total} >= 0`),
    createRolePolicy('checkout', 'all'),
    createRolePolicy('demo_remover', 'select', { condition: sql`${t.isDemo}` }),
    createRolePolicy('demo_remover', 'delete', { condition: sql`${t.isDemo}` }),
    createRolePolicy('worker', 'select'),
    // To re-encrypt under a new data key, and to erase a buyer.
    createRolePolicy('worker', 'update', { columns: [t.customer] }),
  ],
)

export const holdOutcomes = ['released', 'sold'] as const

/** Stock held for a checkout until it is paid or over. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    ...siteColumns(),
    stockId: uuid().notNull(),
    checkoutId: uuid().notNull(),
    quantity: integer().notNull(),
    outcome: text({ enum: holdOutcomes }),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'stock_holds_stock',
      columns: [t.websiteId, t.stockId],
      foreignColumns: [stockItems.websiteId, stockItems.id],
      // `checkout_products` prevents the deletion of a product in an open checkout; holds of ended ones go with it.
    }).onDelete('cascade'),
    foreignKey({
      name: 'stock_holds_checkout',
      columns: [t.websiteId, t.checkoutId],
      foreignColumns: [checkouts.websiteId, checkouts.id],
    }).onDelete('cascade'),
    unique('stock_holds_once').on(t.websiteId, t.checkoutId, t.stockId),
    index('stock_holds_stock').on(t.websiteId, t.stockId),
    check('stock_holds_quantity', sql`${t.quantity} > 0`),
    check('stock_holds_outcome_known', sql`${t.outcome} in (${sqlTextList(holdOutcomes)})`),
    createRolePolicy('checkout', 'all'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('worker', 'select'),
  ],
)

/** The products of a checkout, parts of bundles included. They cannot be deleted while a payment may still come. */
export const checkoutProducts = pgTable(
  'checkout_products',
  { ...siteColumns(), checkoutId: uuid().notNull(), productId: uuid().notNull() },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'checkout_products_checkout',
      columns: [t.websiteId, t.checkoutId],
      foreignColumns: [checkouts.websiteId, checkouts.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'checkout_products_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }),
    unique('checkout_products_once').on(t.websiteId, t.checkoutId, t.productId),
    index('checkout_products_product').on(t.websiteId, t.productId),
    createRolePolicy('checkout', 'all'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('worker', 'select'),
  ],
)

/** Handled webhook events, so that none is handled twice. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    eventId: text().notNull(),
    type: text().notNull(),
    happenedAt: timestamptz().notNull(),
    receivedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.eventId] }),
    createSitePolicy(),
    createRolePolicy('checkout', 'insert'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('administrator', 'select'),
  ],
)

export type Checkout = typeof checkouts.$inferSelect
