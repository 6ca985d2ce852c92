import { createHmac } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { dayMs } from '#domain/time/lengths.ts'
import type { CheckoutLine } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { newId } from '#server/db/id.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts } from '#server/downloads/table.ts'
import { usedOfRight } from '#server/downloads/used.ts'
import type { Order, OrderItem } from '#server/orders/place.ts'
import { products } from '#server/products/table.ts'

type Rules = { allowed: number; days: number }
type Keys = Pick<DerivedKeys, 'deriveKey'>

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

export type Right = { id: string; linkSerial: number; name: string; downloadsAllowed: number; expiresAt: Date }

export type UsedRight = Right & { used: number }

/** What may be downloaded for an order, by name. */
export function rightsOf(tx: SiteTx, orderId: string): Promise<Right[]> {
  return tx
    .select(fields)
    .from(digitalDownloads)
    .innerJoin(products, itsProduct)
    .where(standing(orderId))
    .orderBy(products.name)
}

/** The same with how often it was, for those who may know of files. */
export function usedRightsOf(tx: SiteTx, orderId: string): Promise<UsedRight[]> {
  return tx
    .select({ ...fields, used: usedOfRight })
    .from(digitalDownloads)
    .innerJoin(products, itsProduct)
    .where(standing(orderId))
    .orderBy(products.name)
}

const { id, linkSerial, downloadsAllowed, expiresAt } = digitalDownloads
const fields = { id, linkSerial, downloadsAllowed, expiresAt, name: products.name }
const itsProduct = eq(products.id, digitalDownloads.productId)
const standing = (orderId: string) => and(eq(digitalDownloads.orderId, orderId), isNull(digitalDownloads.revokedAt))

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

/** The right that a link was for before it was replaced. Only rights whose links were replaced are looked through. */
export async function replacedLink(tx: SiteTx, keys: Keys, token: string): Promise<{ orderId: string } | null> {
  const { websiteId } = placeOf(tx).scope
  const { id, linkSerial, orderId } = digitalDownloads
  const replaced = await tx.select({ id, linkSerial, orderId }).from(digitalDownloads).where(gt(linkSerial, 0))
  const wasOf = (right: (typeof replaced)[number]) =>
    Array.from({ length: right.linkSerial }, (_, serial) => serial).some(
      (serial) => downloadToken(keys, websiteId, { id: right.id, linkSerial: serial }) === token,
    )
  return replaced.find(wasOf) ?? null
}

/** Counted from the beginning again, for whoever had bad luck. That it has come whole once stays true. */
export async function resetRight(tx: SiteTx, downloadId: string): Promise<void> {
  await tx.delete(downloadCounts).where(eq(downloadCounts.downloadId, downloadId))
}
