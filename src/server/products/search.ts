import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { productCategories, products } from '#server/products/table.ts'

const maxMatches = 500
/** Below this, two words have little in common but a few letters. */
const minSimilarity = 0.3

const { name, searchWords } = products
const category = sql`coalesce(${productCategories.name}, '')`
const searchVector = sql`(${searchWords} || setweight(to_tsvector('simple', ${category}), 'B'))`

/**
 * The products with the words in their name, category or description, the best match first; a word may be incomplete.
 * Where nothing is found, names that look alike, for those who mistype.
 */
export async function searchProducts(tx: SiteTx, q: string): Promise<string[]> {
  const query = sql`(websearch_to_tsquery('simple', ${q}) || to_tsquery('simple', ${prefixQuery(q)}))`
  const exact = await rankedProductIds(tx, sql`${searchVector} @@ ${query}`, sql`ts_rank(${searchVector}, ${query})`)
  if (exact.length) return exact
  const likeness = sql`word_similarity(${q}, ${name} || ' ' || ${category})`
  return rankedProductIds(tx, sql`${likeness} > ${minSimilarity}`, likeness)
}

/** `nig fer` searches for words that begin so. A search with quotes, a minus or "or" is taken literally. */
function prefixQuery(q: string): string {
  if (/"|(^|\s)-|\sor\s/i.test(q)) return ''
  return (q.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')
}

async function rankedProductIds(tx: SiteTx, matches: SQL, rank: SQL): Promise<string[]> {
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .leftJoin(productCategories, eq(productCategories.id, products.categoryId))
    .where(matches)
    .orderBy(desc(rank), name)
    .limit(maxMatches)
  return found.map(({ id }) => id)
}
