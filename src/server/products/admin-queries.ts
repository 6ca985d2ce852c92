import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ProductRequest } from '#domain/products/product-lists.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { orderByDirection, pageOf } from '#server/db/list.ts'
import { searchProducts } from '#server/products/search.ts'
import { freeStockSql, stockStateConditions } from '#server/products/stock.ts'
import { loadProductDetails, type ProductsWithStock, productRows } from '#server/products/stored-products.ts'
import { productCategories, products, productVariants, stockItems } from '#server/products/table.ts'

/** Whether a stock item is for sale: the product's own without variants, or that of an offered variant. */
export const isStockItemForSaleSql = sql`(case when ${stockItems.variantId} is null then cardinality(${products.optionNames}) = 0 else ${productVariants.isOffered} end)`

const freeInStock = (how: 'min' | 'max' | 'sum') =>
  sql`(select ${sql.raw(how)}(${freeStockSql}) from ${stockItems}
    left join ${productVariants} on ${productVariants.id} = ${stockItems.variantId}
    where ${stockItems.productId} = ${products.id} and ${isStockItemForSaleSql})`

const states = stockStateConditions(freeInStock('max'), freeInStock('min'))
/** A download is always in stock. */
const isIn = { ...states, in: sql`coalesce(${states.in}, ${products.productType} = 'digital')` }

/** `bundles: 'leave-out'` lists what a bundle can be made of. */
type ProductFilter = ProductRequest & { bundles?: 'leave-out' | undefined }

/** For administrators: drafts and what is archived too, a page at a time. The best match of a search comes first. */
export async function findProducts(
  tx: SiteTx,
  { q, status, type, category, stock, bundles, sort, direction, page, size }: ProductFilter,
): Promise<ProductsWithStock & { total: number }> {
  const { id, name, price, productType, updatedAt, categoryId } = products
  const found = q ? await searchProducts(tx, q) : null
  const byName = sql`lower(${name})`
  const by = {
    name: byName,
    price,
    status: products.status,
    category: productCategories.name,
    stock: freeInStock('sum'),
    changed: updatedAt,
  }[sort]
  const { rows, total } = await pageOf(tx, {
    rows: productRows(tx),
    from: products,
    where: and(
      found ? inArray(id, found) : undefined,
      status && eq(products.status, status),
      type && eq(productType, type),
      category ? eq(categoryId, category) : undefined,
      stock && isIn[stock],
      bundles && ne(productType, 'bundle'),
    ),
    orderBy: [by, byName, id].map((each) => orderByDirection(direction, each)),
    page,
    size,
  })
  return { ...(await loadProductDetails(tx, rows)), total }
}
