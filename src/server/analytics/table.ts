import { sql } from 'drizzle-orm'
import { bigint, check, date, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { products } from '#server/products/table.ts'
import { demoFlagColumn } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

const ofWebsite = () =>
  uuid()
    .notNull()
    .default(selectedSiteId)
    .references(() => websites.websiteId, { onDelete: 'cascade' })

/** Additions of digital products to carts, per day. Visitors are not stored, whatever they consented to. */
export const cartAdditions = pgTable(
  'cart_additions',
  {
    websiteId: ofWebsite(),
    productId: uuid().notNull(),
    /** In the time zone of the site. */
    day: date().notNull(),
    added: integer().notNull(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.day, t.productId] }),
    createSitePolicy(),
    foreignKey({
      name: 'cart_additions_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    check('cart_additions_some', sql`${t.added} > 0`),
    createRolePolicy('demo_remover', 'select', { condition: sql`${t.isDemo}` }),
    createRolePolicy('demo_remover', 'delete', { condition: sql`${t.isDemo}` }),
    createRolePolicy('worker', 'all'),
    createRolePolicy('administrator', 'select'),
  ],
)

/** Counts of days that are over, made by `cells.ts`. A row with the cut `counted` marks a day, its key the time zone. */
export const analyticsDays = pgTable(
  'analytics_days',
  {
    websiteId: ofWebsite(),
    day: date().notNull(),
    cut: text().notNull(),
    key: text().notNull(),
    measure: text().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.day, t.cut, t.measure, t.key] }),
    createSitePolicy(),
    createRolePolicy('worker', 'all'),
    createRolePolicy('administrator', 'select'),
  ],
)
