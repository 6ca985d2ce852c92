import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Collections, collectionNames } from '#domain/collections/collection.ts'
import { type DemoContent, type DemoKind, demoKinds, type NamedCount } from '#domain/demo/demo.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import { announcements } from '#server/announcements/table.ts'
import { awards, ownCollections, pressQuotes, releases } from '#server/collections/collections-table.ts'
import { starterEntryId } from '#server/collections/entries.ts'
import { checkoutProducts } from '#server/commerce/checkout-table.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'
import { mediaItems } from '#server/media/table.ts'
import { previewPlays } from '#server/previews/table.ts'
import { bundleParts, productCategories, products } from '#server/products/table.ts'
import { performances } from '#server/tour/table.ts'

type DemoTable = PgTable & { id: PgColumn; isDemo: PgColumn; sequence: PgColumn }

type Content = {
  table: DemoTable
  name: SQL
  /** What administrators see of the table. */
  shown?: SQL
  /** The collection of the starter that stands in its place until the first edit. */
  starter?: keyof Collections
}

/** The tables with demo content that an administrator sees and edits. */
export const demoTables: Record<DemoKind, Content> = {
  orders: { table: orders, name: sql`${orders.orderNumber}` },
  products: { table: products, name: sql`${products.name}` },
  shows: {
    table: performances,
    name: sql`concat_ws(', ', ${performances.date}, ${performances.venue}, ${performances.city})`,
  },
  records: { table: releases, name: sql`${releases.title}`, starter: 'releases' },
  awards: { table: awards, name: sql`${awards.title}`, starter: 'awards' },
  press: { table: pressQuotes, name: sql`${pressQuotes.source}`, starter: 'press' },
  media: { table: mediaItems, name: sql`${mediaItems.title}` },
  gallery: {
    table: galleryImages,
    name: sql`coalesce(nullif(${galleryImages.caption}, ''), nullif(${galleryImages.alt}, ''), 'Picture')`,
    shown: sql`${galleryImages.removedAt} is null`,
  },
  pictures: {
    table: pictures,
    name: sql`coalesce(nullif(${pictures.fileName}, ''), ${pictures.name})`,
    shown: sql`${pictures.removedAt} is null`,
  },
  announcements: { table: announcements, name: sql`${announcements.title}` },
}

const maxNames = 5

/** An order is not content: handling it does not make it the owner's. */
export const canBeEdited = (kind: DemoKind): boolean => kind !== 'orders'

/** What there is of the demo, and what beside it. `starter` has the collections that were never edited. */
export async function readDemoContent(tx: SiteTx, starter: Collections): Promise<DemoContent> {
  const taken = await takenCollections(tx)
  const content = { demo: {}, edited: {}, own: {} } as DemoContent
  for (const kind of demoKinds) {
    const counted = await countOf(tx, kind)
    const { starter: collection } = demoTables[kind]
    const inStarter = collection && !taken.has(collection) ? starter[collection].length : 0
    content.demo[kind] = counted.demo + inStarter
    content.edited[kind] = counted.edited
    content.own[kind] = counted.own
  }
  const sold = await soldDemoProducts(tx)
  content.sold = { count: sold.length, names: sold.slice(0, maxNames).map(({ name }) => name) }
  content.hasVisits = await hasDemoVisits(tx)
  return content
}

/** Whether any preview play or cart addition is demo content. */
export async function hasDemoVisits(tx: SiteTx): Promise<boolean> {
  const hasDemoRows = (table: PgTable & { isDemo: PgColumn }) =>
    sql`exists (select from ${table} where ${table.isDemo})`
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select ${hasDemoRows(previewPlays)} or ${hasDemoRows(cartAdditions)} as found`,
  )
  return rows[0]!.found
}

/** The collections that no longer come from the starter. */
async function takenCollections(tx: SiteTx): Promise<Set<string>> {
  const taken = await tx.select({ name: ownCollections.name }).from(ownCollections)
  return new Set(taken.map(({ name }) => name))
}

/** The ids of all demo content, which lists and screens mark. */
export async function readDemoMarks(tx: SiteTx, starter: Collections): Promise<{ ids: string[]; hasVisits: boolean }> {
  // Categories come and go with their products, so nobody counts them.
  const tables = [...Object.values(demoTables).map(({ table }) => table), productCategories]
  const marked = tables.map((table) => sql`select ${table.id} from ${table} where ${table.isDemo}`)
  const { rows } = await tx.execute<{ id: string }>(sql.join(marked, sql` union all `))
  const taken = await takenCollections(tx)
  const ofStarter = collectionNames
    .filter((name) => !taken.has(name))
    .flatMap((name) => starter[name].map((_, index) => starterEntryId(scopeOf(tx).websiteId, name, index)))
  return { ids: [...rows.map(({ id }) => id), ...ofStarter], hasVisits: await hasDemoVisits(tx) }
}

export async function hasDemoOrders(tx: SiteTx): Promise<boolean> {
  const found = await tx.select({ id: orders.id }).from(orders).where(eq(orders.isDemo, true)).limit(1)
  return found.length > 0
}

async function countOf(tx: SiteTx, kind: DemoKind) {
  const { table, name, shown = sql`true` } = demoTables[kind]
  const isEdited = canBeEdited(kind) ? sql`${table.isDemo} and ${table.sequence} > 0` : sql`false`
  const count = (which: SQL) => sql`count(*) filter (where ${which})::int`
  const names = (which: SQL) =>
    sql`coalesce((array_agg(${name} order by ${table.id}) filter (where ${which}))[1:${sql.raw(String(maxNames))}], '{}')`
  const isOwn = sql`not ${table.isDemo}`
  const { rows } = await tx.execute<{ demo: number; edited: NamedCount; own: NamedCount }>(sql`
    select ${count(sql`${table.isDemo}`)} as demo,
      json_build_object('count', ${count(isEdited)}, 'names', ${names(isEdited)}) as edited,
      json_build_object('count', ${count(isOwn)}, 'names', ${names(isOwn)}) as own
    from ${table} where ${shown}`)
  return rows[0]!
}

/** Demo products in an order or a payment that is not of the demo. */
export async function soldDemoProducts(tx: SiteTx): Promise<{ id: string; name: string }[]> {
  const ofOrders = sql`select ${orderItems.productId} from ${orderItems} join ${orders}
    on ${orders.websiteId} = ${orderItems.websiteId} and ${orders.id} = ${orderItems.orderId} where not ${orders.isDemo}`
  const ofDownloads = sql`select ${digitalDownloads.productId} from ${digitalDownloads} join ${orders}
    on ${orders.websiteId} = ${digitalDownloads.websiteId} and ${orders.id} = ${digitalDownloads.orderId} where not ${orders.isDemo}`
  // Checkouts of the demo are paid, and no longer in this table.
  const ofCheckouts = sql`select ${checkoutProducts.productId} from ${checkoutProducts}`
  return tx
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(sql`${products.isDemo} and ${products.id} in (${ofOrders} union ${ofDownloads} union ${ofCheckouts})`)
    .orderBy(products.id)
}

/** The demo products that stay: what was sold, what was edited, and the parts of bundles that stay. */
export async function demoProductsToKeep(tx: SiteTx, first: readonly string[]): Promise<Set<string>> {
  const staying = new Set(first)
  const demo = await tx.select({ id: products.id }).from(products).where(eq(products.isDemo, true)).for('update')
  const ids = demo.map(({ id }) => id)
  if (!ids.length) return staying
  const parts = await tx.select().from(bundleParts).where(inArray(bundleParts.productId, ids))
  const going = new Set(ids)
  for (let before = -1; before !== staying.size; ) {
    before = staying.size
    for (const { bundleId, productId } of parts)
      if (!going.has(bundleId) || staying.has(bundleId)) staying.add(productId)
  }
  return staying
}
