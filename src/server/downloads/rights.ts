import { createHmac } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CheckoutLine } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { newId } from '#server/db/id.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts } from '#server/downloads/table.ts'
import type { Order, OrderItem } from '#server/orders/place.ts'
import { products } from '#server/products/table.ts'

type Rules = { allowed: number; days: number }
type Keys = Pick<DerivedKeys, 'deriveKey'>

const dayMs = 24 * 3_600_000

/** An order with the lines that it was made from. */
type Bought = { order: Order; items: OrderItem[]; lines: readonly CheckoutLine[] }

/** Whoever bought something digital, alone or in a bundle, may download it: what it was made of when they began to pay. */
export async function giveRights(
  tx: SiteTx,
  keys: Keys,
  { order, items, lines, rules, now }: Bought & { rules: Rules; now: Date },
): Promise<void> {
  const { websiteId } = placeOf(tx).scope
  const bought = items.flatMap((item) => lines[item.position]!.downloads.map((productId) => ({ item, productId })))
  if (!bought.length) return
  await tx.insert(digitalDownloads).values(
    bought.map(({ item, productId }) => {
      const id = newId()
      return {
        ...{ id, productId },
        orderId: order.id,
        orderItemId: item.id,
        tokenHash: hashOfToken(keys, websiteId, downloadToken(keys, websiteId, { id, linkSerial: 0 })),
        downloadsAllowed: rules.allowed,
        createdAt: now,
        expiresAt: new Date(+now + rules.days * dayMs),
      }
    }),
  )
}

/**
 * What stands in the link to a download. It follows from the right's id and a key that is not in the database, so it can
 * be written into a mail again, and nobody who reads the database can make one.
 */
export const downloadToken = (
  keys: Keys,
  websiteId: string,
  { id, linkSerial }: Pick<Right, 'id' | 'linkSerial'>,
): string =>
  createHmac('sha256', keys.deriveKey('download-token', websiteId))
    .update(linkSerial ? `${id}:${linkSerial}` : id)
    .digest('base64url')

export const hashOfToken = (keys: Keys, websiteId: string, token: string): Buffer =>
  createHmac('sha256', keys.deriveKey('download-token-hash', websiteId)).update(token).digest()

export type Right = {
  id: string
  linkSerial: number
  name: string
  downloadsAllowed: number
  downloadsUsed: number
  expiresAt: Date
}

/** What may be downloaded for an order, by name. */
export function rightsOf(tx: SiteTx, orderId: string): Promise<Right[]> {
  const { id, linkSerial, downloadsAllowed, downloadsUsed, expiresAt } = digitalDownloads
  return tx
    .select({ id, linkSerial, downloadsAllowed, downloadsUsed, expiresAt, name: products.name })
    .from(digitalDownloads)
    .innerJoin(products, eq(products.id, digitalDownloads.productId))
    .where(and(eq(digitalDownloads.orderId, orderId), isNull(digitalDownloads.revokedAt)))
    .orderBy(products.name)
}

/** Nothing of this order may be downloaded any more. Answers how many rights that were. */
export async function revokeRights(tx: SiteTx, orderId: string, now: Date): Promise<number> {
  const revoked = await tx
    .update(digitalDownloads)
    .set({ revokedAt: now })
    .where(and(eq(digitalDownloads.orderId, orderId), isNull(digitalDownloads.revokedAt)))
    .returning({ id: digitalDownloads.id })
  return revoked.length
}

/** New links to what was bought, for as long as new ones last; those before end. What was used stays used. */
export async function renewLinks(tx: SiteTx, keys: Keys, orderId: string, { days, now }: { days: number; now: Date }) {
  const { websiteId } = placeOf(tx).scope
  for (const { id, linkSerial } of await rightsOf(tx, orderId)) {
    const next = { id, linkSerial: linkSerial + 1 }
    await tx
      .update(digitalDownloads)
      .set({
        linkSerial: next.linkSerial,
        tokenHash: hashOfToken(keys, websiteId, downloadToken(keys, websiteId, next)),
        expiresAt: sql`greatest(${digitalDownloads.expiresAt}, ${new Date(+now + days * dayMs).toISOString()}::timestamptz)`,
      })
      .where(eq(digitalDownloads.id, id))
  }
}

/** Counted from the beginning again, for whoever had bad luck. */
export async function resetRight(tx: SiteTx, downloadId: string): Promise<void> {
  await tx.delete(downloadCounts).where(eq(downloadCounts.downloadId, downloadId))
  await tx.update(digitalDownloads).set({ downloadsUsed: 0 }).where(eq(digitalDownloads.id, downloadId))
}
