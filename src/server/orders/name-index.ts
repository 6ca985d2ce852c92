import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { type Order, orderNameWords, orders } from '#server/commerce/orders-table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'

/** Makes the order findable by the words of its customer's name. */
export async function indexCustomerName(
  tx: SiteTx,
  { nameIndexes }: Pick<CommerceDeps, 'nameIndexes'>,
  { id, websiteId }: Pick<Order, 'id' | 'websiteId'>,
  name: string,
): Promise<void> {
  const words = nameIndexes(websiteId, name)
  if (words.length) await tx.insert(orderNameWords).values(words.map((word) => ({ orderId: id, word })))
}

/** Orders whose customer's name has all these words. */
export const hasNameWords = (tx: SiteTx, words: readonly Buffer[]): SQL | undefined =>
  and(
    ...words.map((word) =>
      inArray(
        orders.id,
        tx.select({ id: orderNameWords.orderId }).from(orderNameWords).where(eq(orderNameWords.word, word)),
      ),
    ),
  )

export const deleteNameWords = async (tx: SiteTx, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length) await tx.delete(orderNameWords).where(inArray(orderNameWords.orderId, [...orderIds]))
}

const batchSize = 200

export type NameIndexDeps = {
  database: Database
  sealer: Pick<Sealer, 'open'>
  keys: Pick<DerivedKeys, 'nameIndexes'>
}

/** Indexes the names of orders from before there was an index. An unreadable name is left for the next time. */
export async function indexOlderNames(deps: NameIndexDeps, websiteId: string): Promise<void> {
  for (let last: string | null | undefined = null; last !== undefined; ) {
    const after: string | null = last
    last = await inSite(deps.database, { websiteId, role: 'worker' }, (tx) => indexSome(tx, deps, after))
  }
}

/** Returns where to continue; undefined when no more orders are left. */
async function indexSome(
  tx: SiteTx,
  { sealer, keys }: NameIndexDeps,
  after: string | null,
): Promise<string | undefined> {
  const { id, isNameIndexed, erasedAt } = orders
  const found = await tx
    .select()
    .from(orders)
    .where(and(eq(isNameIndexed, false), isNull(erasedAt), after ? gt(id, after) : undefined))
    .orderBy(asc(id))
    .limit(batchSize)
    .for('update')
  const done: string[] = []
  for (const order of found) {
    const opened = decryptCustomer(sealer, order)
    if ('unreadable' in opened) continue
    await indexCustomerName(tx, keys, order, opened.customer.name)
    done.push(order.id)
  }
  // Not with `update`, which would also set when the order was changed.
  if (done.length) await tx.execute(sql`update ${orders} set is_name_indexed = true where ${inArray(id, done)}`)
  return found.length < batchSize ? undefined : found.at(-1)!.id
}
