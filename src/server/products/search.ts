import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { productCategories, products } from '#server/products/table.ts'

const max = 500
/** Below this, two words have little in common but a few letters. */
const alike = 0.3

const { name, searchWords } = products
const category = sql`coalesce(${productCategories.name}, '')`
const words = sql`(${searchWords} || setweight(to_tsvector('simple', ${category}), 'B'))`

/**
 * The products with the words in their name, category or description, the best match first; a word may be incomplete.
 * Where nothing is found, names that look alike, for those who mistype.
 */
export async function searchProducts(tx: SiteTx, q: string): Promise<string[]> {
  const query = sql`(websearch_to_tsquery('simple', ${q}) || to_tsquery('simple', ${beginnings(q)}))`
  const exact = await ranked(tx, sql`${words} @@ ${query}`, sql`ts_rank(${words}, ${query})`)
  if (exact.length) return exact
  const likeness = sql`word_similarity(${q}, ${name} || ' ' || ${category})`
  return ranked(tx, sql`${likeness} > ${alike}`, likeness)
}

/** `nig fer` searches for words that begin so. A search with quotes, a minus or "or" is taken literally. */
function beginnings(q: string): string {
  if (/"|(^|\s)-|\sor\s/i.test(q)) return ''
  return (q.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')
}

async function ranked(tx: SiteTx, matches: SQL, rank: SQL): Promise<string[]> {
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .leftJoin(productCategories, eq(productCategories.id, products.categoryId))
    .where(matches)
    .orderBy(desc(rank), name)
    .limit(max)
  return found.map(({ id }) => id)
}
