import { createHmac } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { dayMs } from '#domain/time/local-time.ts'
import type { CheckoutLine } from '#server/commerce/checkout-table.ts'
import type { Order, OrderItem } from '#server/commerce/orders-table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { newId } from '#server/db/id.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts } from '#server/downloads/table.ts'
import { addCompletedDownloads } from '#server/downloads/usage.ts'
import { products } from '#server/products/table.ts'

type GrantRules = { allowed: number; days: number }
export type TokenKeys = Pick<DerivedKeys, 'deriveKey'>

type GrantOptions = { order: Order; items: OrderItem[]; lines: readonly CheckoutLine[] }

/** Grants a right for each digital product of the order, also in bundles, as they were when the checkout began. */
export async function grantRights(
  tx: SiteTx,
  keys: TokenKeys,
  { order, items, lines, rules, now }: GrantOptions & { rules: GrantRules; now: Date },
): Promise<void> {
  const { websiteId } = scopeOf(tx)
  const bought = items.flatMap((item) => lines[item.position]!.downloads.map((productId) => ({ item, productId })))
  if (!bought.length) return
  await tx.insert(digitalDownloads).values(
    bought.map(({ item, productId }) => {
      const id = newId()
      return {
        id,
        productId,
        orderId: order.id,
        orderItemId: item.id,
        tokenHash: hashDownloadToken(keys, websiteId, downloadToken(keys, websiteId, { id, linkSerial: 0 })),
        downloadsAllowed: rules.allowed,
        createdAt: now,
        expiresAt: new Date(+now + rules.days * dayMs),
      }
    }),
  )
}

/**
 * The token of a download link. It is derived from the id of the right and a key that is not in the database: it can be
 * mailed again, but not be made from a copy of the database.
 */
export const downloadToken = (
  keys: TokenKeys,
  websiteId: string,
  { id, linkSerial }: Pick<DownloadRight, 'id' | 'linkSerial'>,
): string =>
  createHmac('sha256', keys.deriveKey('download-token', websiteId))
    .update(linkSerial ? `${id}:${linkSerial}` : id)
    .digest('base64url')

export const hashDownloadToken = (keys: TokenKeys, websiteId: string, token: string): Buffer =>
  createHmac('sha256', keys.deriveKey('download-token-hash', websiteId)).update(token).digest()

export type DownloadRight = { id: string; linkSerial: number; name: string; downloadsAllowed: number; expiresAt: Date }

export type DownloadRightUse = DownloadRight & { used: number }

/** The rights of an order that are not withdrawn, by product name. */
export function activeDownloadRightsOf(tx: SiteTx, orderId: string): Promise<DownloadRight[]> {
  return tx
    .select(fields)
    .from(digitalDownloads)
    .innerJoin(products, itsProduct)
    .where(isActiveRightOf(orderId))
    .orderBy(products.name)
}

/** The same with the complete downloads; needs a role that may read files. */
export async function downloadRightsWithUse(tx: SiteTx, orderId: string): Promise<DownloadRightUse[]> {
  const found = await tx
    .select({ ...fields, productId: digitalDownloads.productId })
    .from(digitalDownloads)
    .innerJoin(products, itsProduct)
    .where(isActiveRightOf(orderId))
    .orderBy(products.name)
  return addCompletedDownloads(tx, found)
}

const { id, linkSerial, downloadsAllowed, expiresAt } = digitalDownloads
const fields = { id, linkSerial, downloadsAllowed, expiresAt, name: products.name }
const itsProduct = eq(products.id, digitalDownloads.productId)
const isActiveRightOf = (orderId: string) =>
  and(eq(digitalDownloads.orderId, orderId), isNull(digitalDownloads.revokedAt))

/** Withdraws all rights of an order. Returns their number. */
export async function withdrawRights(tx: SiteTx, orderId: string, now: Date): Promise<number> {
  const revoked = await tx
    .update(digitalDownloads)
    .set({ revokedAt: now })
    .where(and(eq(digitalDownloads.orderId, orderId), isNull(digitalDownloads.revokedAt)))
    .returning({ id: digitalDownloads.id })
  return revoked.length
}

/** Replaces the links of an order and extends its rights. The old links stop working; used downloads stay used. */
export async function replaceDownloadLinks(
  tx: SiteTx,
  keys: TokenKeys,
  orderId: string,
  { days, now }: { days: number; now: Date },
) {
  const { websiteId } = scopeOf(tx)
  for (const { id, linkSerial } of await activeDownloadRightsOf(tx, orderId)) {
    const next = { id, linkSerial: linkSerial + 1 }
    await tx
      .update(digitalDownloads)
      .set({
        linkSerial: next.linkSerial,
        tokenHash: hashDownloadToken(keys, websiteId, downloadToken(keys, websiteId, next)),
        expiresAt: sql`greatest(${digitalDownloads.expiresAt}, ${new Date(+now + days * dayMs).toISOString()}::timestamptz)`,
      })
      .where(eq(digitalDownloads.id, id))
  }
}

/** Finds the order of a link that was replaced. Tries only rights whose links were replaced. */
export async function orderOfReplacedLink(
  tx: SiteTx,
  keys: TokenKeys,
  token: string,
): Promise<{ orderId: string } | null> {
  const { websiteId } = scopeOf(tx)
  const { id, linkSerial, orderId } = digitalDownloads
  const replaced = await tx.select({ id, linkSerial, orderId }).from(digitalDownloads).where(gt(linkSerial, 0))
  const wasOf = (right: (typeof replaced)[number]) =>
    Array.from({ length: right.linkSerial }, (_, serial) => serial).some(
      (serial) => downloadToken(keys, websiteId, { id: right.id, linkSerial: serial }) === token,
    )
  return replaced.find(wasOf) ?? null
}

/** Sets the complete downloads of all files to zero. `downloadsUsed` stays: the right was used once. */
export async function resetDownloadCounts(tx: SiteTx, downloadId: string): Promise<void> {
  await tx.delete(downloadCounts).where(eq(downloadCounts.downloadId, downloadId))
}
