import { and, eq, inArray, sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import type { LocalDate } from '#domain/time/local-time.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { previewPlays } from '#server/previews/table.ts'
import { previewById } from '#server/previews/track-previews.ts'

export type PreviewPlay = {
  productId: string
  /** Null for visitors without consent to analytics. */
  sessionId: string | null
  /** In the time zone of the site. */
  day: LocalDate
  seconds: number
  isComplete: boolean
  device: string
  referrer: string | null
  now: Date
}

/** Counts one play per session and product, in a database function. False if the product is not published. */
export async function recordPlayOfProduct(tx: SiteTx, play: PreviewPlay): Promise<boolean> {
  const { productId, sessionId, day, seconds, isComplete, device, referrer, now } = play
  const { rows } = await tx.execute(
    sql`select record_preview_play(${newId()}::uuid, ${productId}::uuid, ${sessionId}::text, ${day}::date, ${seconds}::int,
      ${isComplete}::boolean, ${device}::text, ${referrer}::text, ${now.toISOString()}::timestamptz) as counted`,
  )
  return rows[0]?.counted !== null
}

/** Records a play of a preview. Refuses one that visitors cannot hear. */
export async function recordPlayOfPreview(
  tx: SiteTx,
  previewId: string,
  play: Omit<PreviewPlay, 'productId'>,
): Promise<void> {
  const found = await previewById(tx, previewId)
  if (!found?.clipHash || !(await recordPlayOfProduct(tx, { ...play, productId: found.productId })))
    throw new Refusal('not-found')
}

/**
 * Marks the plays of this session whose products were bought with this payment. Repeated calls count once, and only paid
 * orders count.
 */
export async function recordConversion(tx: SiteTx, sessionId: string, paymentSession: string): Promise<number> {
  const productIds = await boughtAt(tx, paymentSession)
  if (!productIds.length) return 0
  const isPlay = and(eq(previewPlays.sessionId, sessionId), inArray(previewPlays.productId, productIds))
  const fresh = await tx
    .update(previewPlays)
    .set({ conversionCount: 1 })
    .where(and(isPlay, eq(previewPlays.conversionCount, 0)))
    .returning({ id: previewPlays.id })
  return fresh.length
}

/** The products of a paid order, including downloads from bundles. */
async function boughtAt(tx: SiteTx, paymentSession: string): Promise<string[]> {
  const ofOrder = eq(orders.stripeSessionId, paymentSession)
  const items = await tx
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), ofOrder))
  const downloads = await tx
    .select({ productId: digitalDownloads.productId })
    .from(digitalDownloads)
    .innerJoin(orders, and(eq(orders.id, digitalDownloads.orderId), ofOrder))
  return [...new Set([...items, ...downloads].map(({ productId }) => productId))]
}
