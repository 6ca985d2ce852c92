import { inArray } from 'drizzle-orm'
import type { SiteTx } from '#server/db/in-site.ts'
import { products } from '#server/products/table.ts'

/** What products are called now; null for those that are gone. */
export async function namesOf(
  tx: SiteTx,
  named: readonly { productId: string }[],
): Promise<(productId: string) => string | null> {
  const ids = [...new Set(named.map(({ productId }) => productId))]
  if (!ids.length) return () => null
  const { id, name } = products
  const found = await tx.select({ id, name }).from(products).where(inArray(id, ids))
  const names = new Map(found.map((product) => [product.id, product.name]))
  return (productId) => names.get(productId) ?? null
}
