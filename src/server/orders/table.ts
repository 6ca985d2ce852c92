import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { eventKinds, type OrderEvent } from '#domain/orders/events.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { checkouts } from '#server/checkout/table.ts'
import { sealed } from '#server/crypto/sealed.ts'
import { may } from '#server/db/access.ts'
import { products } from '#server/products/table.ts'
import { moment, ofSite, siteKeys, written } from '#server/sites/site-table.ts'

const listed = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '))

export const orders = pgTable(
  'orders',
  {
    ...siteKeys(),
    checkoutId: uuid().notNull(),
    orderReference: text().notNull(),
    orderNumber: text().notNull(),
    status: text({ enum: orderStatuses }).notNull().default('paid'),
    /** What the owner must look at, in a word of the domain; nothing when all is well. */
    attention: text(),
    customerEmail: sealed().notNull(),
    customerName: sealed().notNull(),
    shippingAddress: sealed(),
    /** Finds the orders of one address. */
    emailIndex: sealed().notNull(),
    country: text().notNull(),
    shippingOption: text(),
    currency: text().notNull(),
    subtotalAmount: integer().notNull(),
    shippingAmount: integer().notNull(),
    vatAmount: integer().notNull(),
    totalAmount: integer().notNull(),
    refundedAmount: integer().notNull().default(0),
    stripeSessionId: text().notNull(),
    stripePaymentIntent: text(),
    trackingNumber: text(),
    trackingCarrier: text(),
    orderNotes: jsonb().$type<{ text: string; created_at: string; created_by: string }[]>().notNull().default([]),
    sequence: integer().notNull().default(0),
    /** Paid for without money, in a sandbox or in test mode, and found again where money is real. */
    isTest: boolean().notNull().default(false),
    /** When whoever made it was forgotten: what is sealed above then opens as nothing, and no address finds it. */
    erasedAt: moment(),
    ...written(),
  },
  (t) => [
    ...ofSite(t),
    foreignKey({
      name: 'orders_checkout',
      columns: [t.websiteId, t.checkoutId],
      foreignColumns: [checkouts.websiteId, checkouts.id],
    }),
    // Whatever happens, a checkout becomes one order at most.
    unique('orders_checkout_once').on(t.websiteId, t.checkoutId),
    unique('orders_reference').on(t.websiteId, t.orderReference),
    unique('orders_number').on(t.websiteId, t.orderNumber),
    unique('orders_session').on(t.websiteId, t.stripeSessionId),
    index('orders_intent').on(t.websiteId, t.stripePaymentIntent),
    index('orders_email').on(t.websiteId, t.emailIndex),
    index('orders_newest').on(t.websiteId, t.createdAt, t.id),
    index('orders_status').on(t.websiteId, t.status, t.createdAt, t.id),
    check('orders_status_known', sql`${t.status} in (${listed(orderStatuses)})`),
    check(
      'orders_amounts',
      sql`${t.subtotalAmount} >= 0 and ${t.shippingAmount} >= 0 and ${t.vatAmount} >= 0 and ${t.totalAmount} >= 0`,
    ),
    check('orders_refund_within', sql`${t.refundedAmount} between 0 and ${t.totalAmount}`),
    may('checkout', 'all'),
    may('worker', 'select'),
    // For another data key.
    may('worker', 'update', { columns: [t.customerEmail, t.customerName] }),
    may('worker', 'update', { columns: [t.shippingAddress] }),
    may('administrator', 'select'),
    may('administrator', 'update'),
  ],
)

const ofOrder = (t: { websiteId: typeof orders.websiteId; orderId: typeof orders.id }, name: string) =>
  foreignKey({ name, columns: [t.websiteId, t.orderId], foreignColumns: [orders.websiteId, orders.id] })

export const orderItems = pgTable(
  'order_items',
  {
    ...siteKeys(),
    orderId: uuid().notNull(),
    productId: uuid().notNull(),
    variantId: uuid(),
    productName: text().notNull(),
    variantName: text(),
    quantity: integer().notNull(),
    unitPrice: integer().notNull(),
    totalPrice: integer().notNull(),
    vatRate: integer().notNull(),
    vatAmount: integer().notNull(),
    isDigital: boolean().notNull(),
    digitalMetadata: jsonb().$type<Record<string, unknown>>(),
    position: integer().notNull(),
  },
  (t) => [
    ...ofSite(t),
    ofOrder(t as never, 'order_items_order'),
    foreignKey({
      name: 'order_items_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }),
    index('order_items_order').on(t.websiteId, t.orderId),
    index('order_items_product').on(t.websiteId, t.productId),
    check('order_items_quantity', sql`${t.quantity} > 0`),
    check('order_items_total', sql`${t.totalPrice} = ${t.unitPrice} * ${t.quantity}`),
    may('checkout', 'all'),
    may('worker', 'select'),
    may('administrator', 'select'),
  ],
)

/** Whatever has happened to an order since it was placed. Nobody can take a line away or change it. */
export const orderEvents = pgTable(
  'order_events',
  {
    ...siteKeys(),
    orderId: uuid().notNull(),
    kind: text({ enum: eventKinds }).notNull(),
    details: jsonb().$type<OrderEvent>().notNull(),
    /** Whose doing it was; nobody's when the shop or the payment service did it. */
    userId: uuid(),
    createdAt: moment().notNull(),
  },
  (t) => [
    ...ofSite(t),
    ofOrder(t as never, 'order_events_order'),
    index('order_events_order').on(t.websiteId, t.orderId, t.id),
    check('order_events_kind_known', sql`${t.kind} in (${listed(eventKinds)})`),
    may('checkout', 'insert'),
    may('worker', 'select'),
    may('administrator', 'select'),
    may('administrator', 'insert'),
  ],
)
