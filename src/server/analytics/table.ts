import { sql } from 'drizzle-orm'
import { bigint, check, date, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { allow, selectedSiteId, siteOnly } from '#server/db/access.ts'
import { products } from '#server/products/table.ts'
import { demoMark } from '#server/sites/site-table.ts'
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
    isDemo: demoMark(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.day, t.productId] }),
    siteOnly(),
    foreignKey({
      name: 'cart_additions_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    check('cart_additions_some', sql`${t.added} > 0`),
    allow('demo_remover', 'select', { condition: sql`${t.isDemo}` }),
    allow('demo_remover', 'delete', { condition: sql`${t.isDemo}` }),
    allow('worker', 'all'),
    allow('administrator', 'select'),
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
    siteOnly(),
    allow('worker', 'all'),
    allow('administrator', 'select'),
  ],
)
