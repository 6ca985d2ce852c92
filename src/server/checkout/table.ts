import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { checkoutStates } from '#domain/checkout/checkout.ts'
import { sealed } from '#server/crypto/sealed.ts'
import { chosenSite, may, siteOnly } from '#server/db/access.ts'
import { products, stockItems } from '#server/products/table.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

const listed = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '))

/** What one order line will be, with everything that may change later written down. */
export type CheckoutLine = {
  productId: string
  variantId: string | null
  name: string
  variant: string | null
  isDigital: boolean
  /** The products that may be downloaded for it: itself, or those of a bundle. */
  downloads: string[]
  quantity: number
  unitPrice: number
  /** For the whole line, contained in it or on top of it as the site's prices are. */
  vat: number
  vatRate: number
}

/** Somebody who has begun to pay: what for, how much, and until when it is kept for them. */
export const checkouts = pgTable(
  'checkouts',
  {
    ...siteKeys(),
    /** The browser's own key for this attempt: the same again is the same checkout. */
    key: text().notNull(),
    /** Of what was asked for under that key. */
    requestHash: text().notNull(),
    state: text({ enum: checkoutStates }).notNull().default('open'),
    reference: text().notNull(),
    lines: jsonb().$type<CheckoutLine[]>().notNull(),
    /** E-mail, name and address, sealed as one. */
    customer: sealed().notNull(),
    country: text().notNull(),
    shippingOption: text(),
    currency: text().notNull(),
    subtotal: integer().notNull(),
    shipping: integer().notNull(),
    vat: integer().notNull(),
    total: integer().notNull(),
    sessionId: text(),
    paymentIntent: text(),
    /** Keyed hash of the network that began it, for as long as it is open: how much one visitor holds is counted by it. */
    network: text(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    ...ofSite(t),
    unique('checkouts_key').on(t.websiteId, t.key),
    unique('checkouts_reference').on(t.websiteId, t.reference),
    unique('checkouts_session').on(t.websiteId, t.sessionId),
    index('checkouts_ending').on(t.websiteId, t.state, t.expiresAt),
    index('checkouts_network').on(t.websiteId, t.network).where(sql`${t.network} is not null`),
    check('checkouts_state_known', sql`${t.state} in (${listed(checkoutStates)})`),
    check('checkouts_amounts', sql`${t.subtotal} >= 0 and ${t.shipping} >= 0 and ${t.vat} >= 0 and ${t.total} >= 0`),
    may('checkout', 'all'),
    may('worker', 'select'),
    // For another data key, and when a buyer is forgotten.
    may('worker', 'update', { columns: [t.customer] }),
  ],
)

export const holdOutcomes = ['released', 'sold'] as const

/** Things that are kept for a checkout, until it is paid for or over. */
export const stockHolds = pgTable(
  'stock_holds',
  {
    ...siteKeys(),
    stockId: uuid().notNull(),
    checkoutId: uuid().notNull(),
    quantity: integer().notNull(),
    outcome: text({ enum: holdOutcomes }),
  },
  (t) => [
    ...ofSite(t),
    foreignKey({
      name: 'stock_holds_stock',
      columns: [t.websiteId, t.stockId],
      foreignColumns: [stockItems.websiteId, stockItems.id],
      // A product with an open checkout cannot be deleted; of one that is over this is all that is left.
    }).onDelete('cascade'),
    foreignKey({
      name: 'stock_holds_checkout',
      columns: [t.websiteId, t.checkoutId],
      foreignColumns: [checkouts.websiteId, checkouts.id],
    }),
    unique('stock_holds_once').on(t.websiteId, t.checkoutId, t.stockId),
    index('stock_holds_stock').on(t.websiteId, t.stockId),
    check('stock_holds_quantity', sql`${t.quantity} > 0`),
    check('stock_holds_outcome_known', sql`${t.outcome} in (${listed(holdOutcomes)})`),
    may('checkout', 'all'),
    may('administrator', 'select'),
    may('worker', 'select'),
  ],
)

/** What a checkout is about, parts of bundles too: none of it can be deleted while money may still come for it. */
export const checkoutProducts = pgTable(
  'checkout_products',
  { ...siteKeys(), checkoutId: uuid().notNull(), productId: uuid().notNull() },
  (t) => [
    ...ofSite(t),
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
    may('checkout', 'all'),
    may('administrator', 'select'),
    may('worker', 'select'),
  ],
)

/** Events of the payment provider that were handled, so that none is handled twice. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    websiteId: uuid()
      .notNull()
      .default(chosenSite)
      .references(() => websites.websiteId),
    eventId: text().notNull(),
    type: text().notNull(),
    happenedAt: moment().notNull(),
    receivedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.eventId] }),
    siteOnly(),
    may('checkout', 'insert'),
    may('checkout', 'select'),
    may('administrator', 'select'),
  ],
)
