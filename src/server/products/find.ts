import { and, asc, count, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ProductStatus, ProductType, StockState } from '#domain/products/product.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { freeStock, inState } from '#server/products/free-stock.ts'
import { searchProducts } from '#server/products/search.ts'
import { productRows, storedProducts, type WithStock } from '#server/products/stored.ts'
import { productCategories, products, productVariants, stockItems } from '#server/products/table.ts'

export const productSorts = ['name', 'price', 'status', 'category', 'stock', 'changed'] as const
export type ProductSearch = {
  q?: string | undefined
  status?: ProductStatus | undefined
  type?: ProductType | undefined
  category?: string | undefined
  stock?: StockState | undefined
  bundles?: 'leave-out' | undefined
  sort: (typeof productSorts)[number]
  direction: 'up' | 'down'
  page: number
  size: number
}

/** A shelf of something that is sold: the product's own, or that of a variant that is offered. */
export const isSold = sql`(case when ${stockItems.variantId} is null then cardinality(${products.optionNames}) = 0 else ${productVariants.isOffered} end)`

const freeOnShelves = (how: 'min' | 'max' | 'sum') =>
  sql`(select ${sql.raw(how)}(${freeStock}) from ${stockItems}
    left join ${productVariants} on ${productVariants.id} = ${stockItems.variantId}
    where ${stockItems.productId} = ${products.id} and ${isSold})`

const states = inState(freeOnShelves('max'), freeOnShelves('min'))
/** Of a download there is always one left. */
const isIn = { ...states, in: sql`coalesce(${states.in}, ${products.productType} = 'digital')` }

/** For the owner: drafts and what is archived too, a page at a time. What was searched for comes the best first. */
export async function findProducts(tx: SiteTx, search: ProductSearch): Promise<WithStock & { total: number }> {
  const { id, name, price, status, productType, updatedAt, categoryId } = products
  const found = search.q ? await searchProducts(tx, search.q) : null
  const where = and(
    found ? inArray(id, found) : undefined,
    search.status && eq(status, search.status),
    search.type && eq(productType, search.type),
    search.category ? eq(categoryId, search.category) : undefined,
    search.stock && isIn[search.stock],
    search.bundles && ne(productType, 'bundle'),
  )
  const by = {
    ...{ name: sql`lower(${name})`, price, status, category: productCategories.name, changed: updatedAt },
    stock: freeOnShelves('sum'),
  }[search.sort]
  const turned = search.direction === 'up' ? asc : desc
  const rows = await productRows(tx)
    .where(where)
    .orderBy(turned(by), turned(sql`lower(${name})`), turned(id))
    .limit(search.size)
    .offset((search.page - 1) * search.size)
  const [counted] = await tx.select({ total: count() }).from(products).where(where)
  return { ...(await storedProducts(tx, rows)), total: counted!.total }
}
