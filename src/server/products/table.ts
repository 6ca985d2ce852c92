import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { priceKinds } from '#domain/products/price.ts'
import { productStatuses, productTypes, stockReasons } from '#domain/products/product.ts'
import { createRolePolicy } from '#server/db/access.ts'
import {
  demoFlagColumn,
  siteColumns,
  siteConstraints,
  sqlTextList,
  timestamps,
  timestamptz,
} from '#server/sites/site-table.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const productCategories = pgTable(
  'product_categories',
  {
    ...siteColumns(),
    name: text().notNull(),
    slug: text().notNull(),
    sequence: integer().notNull().default(0),
    isDemo: demoFlagColumn(),
    ...timestamps(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('product_categories_slug').on(t.websiteId, t.slug),
    check('product_categories_name_said', sql`${t.name} <> ''`),
    check('product_categories_sequence_up', sql`${t.sequence} >= 0`),
    check('product_categories_slug_plain', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

export const products = pgTable(
  'products',
  {
    ...siteColumns(),
    slug: text().notNull(),
    name: text().notNull(),
    /** Markdown. */
    description: text().notNull().default(''),
    productType: text({ enum: productTypes }).notNull().default('physical'),
    status: text({ enum: productStatuses }).notNull().default('draft'),
    priceKind: text({ enum: priceKinds }).notNull().default('fixed'),
    /** Minor units of the site's currency; where buyers name their price, the least. */
    price: integer().notNull(),
    suggestedPrice: integer(),
    /** Which of the site's VAT rates it has. */
    vatKind: text().notNull().default('standard'),
    categoryId: uuid(),
    /** Stands above the list of the shop. */
    isFeatured: boolean().notNull().default(false),
    /** At most so many in one order; none is no limit but the stock. */
    maxQuantity: integer(),
    /** What its variants differ in, such as Size and Colour; none without variants. */
    optionNames: text().array().notNull().default([]),
    digitalMetadata: jsonb().$type<Record<string, unknown>>(),
    /** What the search reads: the name first, then the description. */
    searchWords: tsvector().generatedAlwaysAs(
      sql`setweight(to_tsvector('simple', "name"), 'A') || setweight(to_tsvector('simple', "description"), 'C')`,
    ),
    sequence: integer().notNull().default(0),
    ...timestamps(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('products_slug').on(t.websiteId, t.slug),
    foreignKey({
      name: 'products_category',
      columns: [t.websiteId, t.categoryId],
      foreignColumns: [productCategories.websiteId, productCategories.id],
    }),
    index('products_name').on(t.websiteId, t.name),
    check('products_name_said', sql`${t.name} <> ''`),
    // A path of the shop itself.
    check('products_slug_plain', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and ${t.slug} <> 'contact'`),
    check('products_price_whole', sql`${t.price} between 0 and 100000000`),
    check('products_price_kind_known', sql`${t.priceKind} in (${sqlTextList(priceKinds)})`),
    check(
      'products_suggestion',
      sql`${t.suggestedPrice} is null or (${t.priceKind} = 'from' and ${t.suggestedPrice} between ${t.price} and 100000000)`,
    ),
    check('products_type_known', sql`${t.productType} in (${sqlTextList(productTypes)})`),
    check('products_status_known', sql`${t.status} in (${sqlTextList(productStatuses)})`),
    check('products_most', sql`${t.maxQuantity} > 0`),
    check('products_digital_unlimited', sql`${t.productType} <> 'digital' or ${t.maxQuantity} is null`),
    check('products_sequence_up', sql`${t.sequence} >= 0`),
    createRolePolicy('visitor', 'select', { condition: sql`${t.status} = 'published'` }),
    createRolePolicy('preview', 'select', { condition: sql`${t.status} <> 'archived'` }),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('worker', 'select'),
    // The tags of its recordings are read by a job.
    createRolePolicy('worker', 'update', { columns: [t.digitalMetadata, t.updatedAt] }),
    createRolePolicy('administrator', 'all'),
  ],
)

const ofProduct = (t: { websiteId: typeof products.websiteId; productId: typeof products.id }, name: string) =>
  foreignKey({
    name,
    columns: [t.websiteId, t.productId],
    foreignColumns: [products.websiteId, products.id],
  }).onDelete('cascade')

export const productImages = pgTable(
  'product_images',
  {
    ...siteColumns(),
    productId: uuid().notNull(),
    imageUrl: text().notNull(),
    alt: text().notNull().default(''),
    position: integer().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    ofProduct(t as never, 'product_images_product'),
    index('product_images_order').on(t.websiteId, t.productId, t.position),
    check('product_images_own', sql`${t.imageUrl} ~ '^/[^/]'`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

export const productVariants = pgTable(
  'product_variants',
  {
    ...siteColumns(),
    productId: uuid().notNull(),
    /** One for each of the product's option names, in their order. */
    options: text().array().notNull(),
    /** Added to the price of the product. */
    priceDifference: integer().notNull().default(0),
    maxQuantity: integer(),
    position: integer().notNull(),
    /** One that was sold once stays for the books when it is given up. */
    isOffered: boolean().notNull().default(true),
  },
  (t) => [
    ...siteConstraints(t),
    ofProduct(t as never, 'product_variants_product'),
    unique('product_variants_options').on(t.websiteId, t.productId, t.options),
    check('product_variants_options_said', sql`cardinality(${t.options}) between 1 and 3`),
    check('product_variants_most', sql`${t.maxQuantity} > 0`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

/** What a bundle is made of; its stock follows from theirs. */
export const bundleParts = pgTable(
  'bundle_parts',
  {
    ...siteColumns(),
    bundleId: uuid().notNull(),
    productId: uuid().notNull(),
    variantId: uuid(),
    quantity: integer().notNull().default(1),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'bundle_parts_bundle',
      columns: [t.websiteId, t.bundleId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'bundle_parts_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }),
    foreignKey({
      name: 'bundle_parts_variant',
      columns: [t.websiteId, t.variantId],
      foreignColumns: [productVariants.websiteId, productVariants.id],
    }),
    unique('bundle_parts_once').on(t.websiteId, t.bundleId, t.productId, t.variantId).nullsNotDistinct(),
    check('bundle_parts_quantity', sql`${t.quantity} between 1 and 100`),
    check('bundle_parts_others', sql`${t.bundleId} <> ${t.productId}`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

/** One row per product without variants, or per variant. Digital products have none. */
export const stockItems = pgTable(
  'stock_items',
  {
    ...siteColumns(),
    productId: uuid().notNull(),
    variantId: uuid(),
    /** Held pieces included. */
    onHand: integer().notNull().default(0),
    /** How many of those on hand are held for checkouts. */
    held: integer().notNull().default(0),
  },
  (t) => [
    ...siteConstraints(t),
    ofProduct(t as never, 'stock_items_product'),
    foreignKey({
      name: 'stock_items_variant',
      columns: [t.websiteId, t.variantId],
      foreignColumns: [productVariants.websiteId, productVariants.id],
    }).onDelete('cascade'),
    unique('stock_items_once').on(t.websiteId, t.productId, t.variantId).nullsNotDistinct(),
    check('stock_items_never_below_zero', sql`${t.onHand} >= 0 and ${t.held} >= 0`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('checkout', 'update', { columns: [t.onHand, t.held] }),
    createRolePolicy('administrator', 'all'),
  ],
)

const ofDemoOrder = (t: { websiteId: PgColumn; orderId: PgColumn }) =>
  sql`exists (select from orders where orders.website_id = ${t.websiteId} and orders.id = ${t.orderId})`

/** Every change of the stock on hand: who, why, and how many there were afterwards. Append-only. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    ...siteColumns(),
    stockId: uuid().notNull(),
    change: integer().notNull(),
    reason: text({ enum: stockReasons }).notNull(),
    onHandAfter: integer().notNull(),
    orderId: uuid(),
    userId: uuid(),
    note: text(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'stock_movements_stock',
      columns: [t.websiteId, t.stockId],
      foreignColumns: [stockItems.websiteId, stockItems.id],
    }).onDelete('cascade'),
    index('stock_movements_newest').on(t.websiteId, t.stockId, t.createdAt),
    check('stock_movements_move', sql`${t.change} <> 0`),
    check('stock_movements_reason_known', sql`${t.reason} in (${sqlTextList(stockReasons)})`),
    // The policies of orders show this role only those of the demo.
    createRolePolicy('demo_remover', 'select', { condition: ofDemoOrder(t) }),
    createRolePolicy('demo_remover', 'delete', { condition: ofDemoOrder(t) }),
    createRolePolicy('checkout', 'insert'),
    createRolePolicy('administrator', 'insert'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('worker', 'select'),
  ],
)
