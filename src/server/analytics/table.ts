import { sql } from 'drizzle-orm'
import { bigint, check, date, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { chosenSite, may, siteOnly } from '#server/db/access.ts'
import { products } from '#server/products/table.ts'
import { websites } from '#server/sites/table.ts'

const ofWebsite = () =>
  uuid()
    .notNull()
    .default(chosenSite)
    .references(() => websites.websiteId)

/** How often something digital was put into a cart, day by day. Who did it is not known, whatever they agreed to. */
export const cartAdditions = pgTable(
  'cart_additions',
  {
    websiteId: ofWebsite(),
    productId: uuid().notNull(),
    /** By the clocks of the site. */
    day: date().notNull(),
    added: integer().notNull(),
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
    may('worker', 'all'),
    may('administrator', 'select'),
  ],
)

/**
 * Days that are over, counted once: what `cells.ts` finds in the events of a day. The cut `counted` says that a day is
 * here, and by the clocks of which zone.
 */
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
    may('worker', 'all'),
    may('administrator', 'select'),
  ],
)
