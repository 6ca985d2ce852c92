import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { sealed } from '#server/crypto/sealed.ts'
import { may } from '#server/db/access.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { products } from '#server/products/table.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'

/** The right to download what was bought. The link's token is kept as a keyed hash only. */
export const digitalDownloads = pgTable(
  'digital_downloads',
  {
    ...siteKeys(),
    orderId: uuid().notNull(),
    orderItemId: uuid().notNull(),
    productId: uuid().notNull(),
    tokenHash: sealed().notNull(),
    downloadsUsed: integer().notNull().default(0),
    downloadsAllowed: integer().notNull(),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    revokedAt: moment(),
  },
  (t) => [
    ...ofSite(t),
    foreignKey({
      name: 'digital_downloads_order',
      columns: [t.websiteId, t.orderId],
      foreignColumns: [orders.websiteId, orders.id],
    }),
    foreignKey({
      name: 'digital_downloads_item',
      columns: [t.websiteId, t.orderItemId],
      foreignColumns: [orderItems.websiteId, orderItems.id],
    }),
    foreignKey({
      name: 'digital_downloads_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }),
    unique('digital_downloads_token').on(t.websiteId, t.tokenHash),
    unique('digital_downloads_once').on(t.websiteId, t.orderItemId, t.productId),
    index('digital_downloads_order').on(t.websiteId, t.orderId),
    index('digital_downloads_product').on(t.websiteId, t.productId),
    check('digital_downloads_counted', sql`${t.downloadsUsed} >= 0 and ${t.downloadsAllowed} > 0`),
    may('checkout', 'all'),
    may('worker', 'all'),
    may('administrator', 'select'),
    may('administrator', 'update'),
  ],
)
