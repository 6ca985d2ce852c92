import { and, eq, gte, inArray, lt, sql, sum } from 'drizzle-orm'
import type { LocalDate } from '#domain/time/zoned.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { previewPlays } from '#server/previews/table.ts'

export type Play = {
  productId: string
  /** Null for those who want nothing recorded. */
  sessionId: string | null
  /** By the clocks of the site. */
  day: LocalDate
  seconds: number
  isComplete: boolean
  device: string
  referrer: string | null
  now: Date
}

/** Counted by the database's own function: once for a session and a product. False for what is not on show. */
export async function recordPlay(tx: SiteTx, play: Play): Promise<boolean> {
  const { productId, sessionId, day, seconds, isComplete, device, referrer, now } = play
  const { rows } = await tx.execute(
    sql`select record_preview_play(${newId()}::uuid, ${productId}::uuid, ${sessionId}::text, ${day}::date, ${seconds}::int,
      ${isComplete}::boolean, ${device}::text, ${referrer}::text, ${now.toISOString()}::timestamptz) as counted`,
  )
  return rows[0]?.counted !== null
}

/**
 * What was bought at a payment page had been listened to in this session, as far as it was. However often that is said,
 * it is so once; and nobody can say it of something that was not paid for.
 */
export async function recordConversion(tx: SiteTx, sessionId: string, paymentSession: string): Promise<number> {
  const productIds = await boughtAt(tx, paymentSession)
  if (!productIds.length) return 0
  const bought = await tx
    .update(previewPlays)
    .set({ conversionCount: 1 })
    .where(
      and(
        eq(previewPlays.sessionId, sessionId),
        inArray(previewPlays.productId, productIds),
        eq(previewPlays.conversionCount, 0),
      ),
    )
    .returning({ id: previewPlays.id })
  return bought.length
}

/** What was paid for there, and what of it can be downloaded: a song may be bought as a part of something. */
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

export type Plays = { last: number; before: number; days: { date: LocalDate; plays: number }[] }

/** How often something was listened to on each of these days, and on as many before them altogether. */
export async function comparedPlays(tx: SiteTx, days: readonly LocalDate[]): Promise<Plays> {
  const shifted = (date: LocalDate, by: number) =>
    new Date(Date.parse(date) + by * 86_400_000).toISOString().slice(0, 10)
  const first = days[0]!
  const counts = await playsByDay(tx, { from: shifted(first, -days.length), until: shifted(days.at(-1)!, 1) })
  const of = (each: readonly LocalDate[]) => each.reduce((all, date) => all + (counts.get(date) ?? 0), 0)
  const earlier = [...counts.keys()].filter((date) => date < first)
  return { last: of(days), before: of(earlier), days: days.map((date) => ({ date, plays: counts.get(date) ?? 0 })) }
}

/** How often something was listened to on each of these days; days without any are not named. */
async function playsByDay(
  tx: SiteTx,
  { from, until }: { from: LocalDate; until: LocalDate },
): Promise<Map<LocalDate, number>> {
  const { datePlayed, playCount } = previewPlays
  const rows = await tx
    .select({ date: datePlayed, plays: sum(playCount).mapWith(Number) })
    .from(previewPlays)
    .where(and(gte(datePlayed, from), lt(datePlayed, until)))
    .groupBy(datePlayed)
  return new Map(rows.map(({ date, plays }) => [date as LocalDate, plays]))
}
