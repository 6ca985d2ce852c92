import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { type OrderEvent, orderEventKinds } from '#domain/orders/events.ts'
import type { OrderPart } from '#domain/orders/order.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { bytea, type SealContext, sealedColumn } from '#server/crypto/sealer.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { products } from '#server/products/table.ts'
import {
  demoFlagColumn,
  siteColumns,
  siteConstraints,
  sqlTextList,
  timestamps,
  timestamptz,
} from '#server/sites/site-table.ts'

export const orders = pgTable(
  'orders',
  {
    ...siteColumns(),
    checkoutId: uuid().notNull(),
    orderReference: text().notNull(),
    orderNumber: text().notNull(),
    status: text({ enum: orderStatuses }).notNull().default('paid'),
    /** One of `attentions` of the domain; null when all is well. */
    attention: text(),
    customerEmail: sealedColumn().notNull(),
    customerName: sealedColumn().notNull(),
    shippingAddress: sealedColumn(),
    /** Blind index of the e-mail address. */
    emailIndex: bytea().notNull(),
    /** False for an order from before names were indexed; `indexOlderNames` does it later. */
    isNameIndexed: boolean().notNull().default(false),
    country: text().notNull(),
    shippingOption: text(),
    currency: text().notNull(),
    subtotalAmount: integer().notNull(),
    shippingAmount: integer().notNull(),
    vatAmount: integer().notNull(),
    totalAmount: integer().notNull(),
    refundedAmount: integer().notNull().default(0),
    /** Null for an order without a payment. */
    stripeSessionId: text(),
    stripePaymentIntent: text(),
    trackingNumber: text(),
    trackingCarrier: text(),
    orderNotes: jsonb().$type<{ text: string; created_at: string; created_by: string }[]>().notNull().default([]),
    sequence: integer().notNull().default(0),
    /** Paid in the sandbox or in test mode before the site went live. */
    isTest: boolean().notNull().default(false),
    /** When the buyer's data was erased: the sealed values are blank and no e-mail address finds the order. */
    erasedAt: timestamptz(),
    ...timestamps(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'orders_checkout',
      columns: [t.websiteId, t.checkoutId],
      foreignColumns: [checkouts.websiteId, checkouts.id],
    }),
    // A checkout becomes one order at most.
    unique('orders_checkout_once').on(t.websiteId, t.checkoutId),
    unique('orders_reference').on(t.websiteId, t.orderReference),
    unique('orders_number').on(t.websiteId, t.orderNumber),
    unique('orders_session').on(t.websiteId, t.stripeSessionId),
    index('orders_intent').on(t.websiteId, t.stripePaymentIntent),
    index('orders_email').on(t.websiteId, t.emailIndex),
    index('orders_newest').on(t.websiteId, t.createdAt, t.id),
    index('orders_status').on(t.websiteId, t.status, t.createdAt, t.id),
    index('orders_total').on(t.websiteId, t.totalAmount, t.createdAt, t.id),
    index('orders_unindexed').on(t.websiteId, t.id).where(sql`not ${t.isNameIndexed}`),
    check('orders_status_known', sql`${t.status} in (${sqlTextList(orderStatuses)})`),
    check(
      'orders_amounts',
      sql`${t.subtotalAmount} >= 0 and ${t.shippingAmount} >= 0 and ${t.vatAmount} >= 0 and ${t.totalAmount} >= 0`,
    ),
    check('orders_refund_within', sql`${t.refundedAmount} between 0 and ${t.totalAmount}`),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('checkout', 'insert'),
    createRolePolicy('checkout', 'update'),
    createRolePolicy('worker', 'select'),
    // To re-encrypt under a new data key.
    createRolePolicy('worker', 'update', { columns: [t.customerEmail, t.customerName] }),
    createRolePolicy('worker', 'update', { columns: [t.shippingAddress] }),
    // To index the names of older orders.
    createRolePolicy('worker', 'update', { columns: [t.isNameIndexed] }),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'update'),
    createRolePolicy('demo_remover', 'select', { condition: sql`${t.isDemo}` }),
    createRolePolicy('demo_remover', 'delete', { condition: sql`${t.isDemo}` }),
  ],
)

const ofOrder = (t: { websiteId: typeof orders.websiteId; orderId: typeof orders.id }, name: string) =>
  // Orders are never deleted, except those of the demo.
  foreignKey({ name, columns: [t.websiteId, t.orderId], foreignColumns: [orders.websiteId, orders.id] }).onDelete(
    'cascade',
  )

/** Keyed hashes of the words of the customer's name. A row is no array, because row security would bypass its index. */
export const orderNameWords = pgTable(
  'order_name_words',
  { ...siteColumns(), orderId: uuid().notNull(), word: bytea().notNull() },
  (t) => [
    ...siteConstraints(t),
    ofOrder(t as never, 'order_name_words_order'),
    unique('order_name_words_once').on(t.websiteId, t.orderId, t.word),
    index('order_name_words_word').on(t.websiteId, t.word, t.orderId),
    check('order_name_words_size', sql`length(${t.word}) = 32`),
    createRolePolicy('checkout', 'insert'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'insert'),
    createRolePolicy('administrator', 'select'),
    // To erase a customer.
    createRolePolicy('administrator', 'delete'),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    ...siteColumns(),
    orderId: uuid().notNull(),
    productId: uuid().notNull(),
    variantId: uuid(),
    productName: text().notNull(),
    variantName: text(),
    quantity: integer().notNull(),
    unitPrice: integer().notNull(),
    /** Where the buyer named the price: the least that was asked. */
    minimumPrice: integer(),
    totalPrice: integer().notNull(),
    vatRate: integer().notNull(),
    vatAmount: integer().notNull(),
    isDigital: boolean().notNull(),
    digitalMetadata: jsonb().$type<Record<string, unknown>>(),
    /** What one piece of a bundle contained when it was bought; empty for other products. */
    parts: jsonb().$type<OrderPart[]>().notNull().default([]),
    position: integer().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    ofOrder(t as never, 'order_items_order'),
    foreignKey({
      name: 'order_items_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }),
    index('order_items_order').on(t.websiteId, t.orderId),
    index('order_items_product').on(t.websiteId, t.productId),
    check('order_items_quantity', sql`${t.quantity} > 0`),
    check('order_items_minimum', sql`${t.minimumPrice} between 0 and ${t.unitPrice}`),
    check('order_items_total', sql`${t.totalPrice} = ${t.unitPrice} * ${t.quantity}`),
    createRolePolicy('checkout', 'all'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'select'),
  ],
)

/** The timeline of an order. No role may update or delete a row. */
export const orderEvents = pgTable(
  'order_events',
  {
    ...siteColumns(),
    orderId: uuid().notNull(),
    kind: text({ enum: orderEventKinds }).notNull(),
    details: jsonb().$type<OrderEvent>().notNull(),
    /** Null when the system or the payment provider caused it. */
    userId: uuid(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    ofOrder(t as never, 'order_events_order'),
    index('order_events_order').on(t.websiteId, t.orderId, t.id),
    check('order_events_kind_known', sql`${t.kind} in (${sqlTextList(orderEventKinds)})`),
    createRolePolicy('checkout', 'insert'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'insert'),
  ],
)

export type Order = typeof orders.$inferSelect

export type OrderItem = typeof orderItems.$inferSelect

export const orderSealContext = (websiteId: string, column: string, rowId: string): SealContext => ({
  websiteId,
  table: 'orders',
  column,
  rowId,
})
