import { eq, inArray, lte, sql } from 'drizzle-orm'
import type { Limit } from '#domain/accounts/limits.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { rateLimits } from '#server/limits/table.ts'

/** `subject` is whom the limit counts, in a form that does not tell who it is. */
export type Counted = { limit: Limit; subject: string }

const keyOf = ({ limit, subject }: Counted) => `${limit.name}:${subject}`

/** How long to wait, and whether this is the first try that is too many; null for a try within the limit. */
export type TooMany = { waitSeconds: number; isFirst: boolean } | null

/** Counts one try. The count must be kept, so whoever refuses does it after the transaction. */
export async function take(tx: SiteTx, counted: Counted, now: Date): Promise<TooMany> {
  const { count, resetsAt } = rateLimits
  const ends = new Date(+now + counted.limit.seconds * 1000)
  const isOver = sql`${resetsAt} <= ${now.toISOString()}::timestamptz`
  const [taken] = await tx
    .insert(rateLimits)
    .values({ key: keyOf(counted), count: 1, resetsAt: ends })
    .onConflictDoUpdate({
      target: [rateLimits.websiteId, rateLimits.key],
      set: {
        count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({ count, resetsAt })
  const { most } = counted.limit
  if (taken!.count <= most) return null
  const waitSeconds = Math.max(1, Math.ceil((+taken!.resetsAt - +now) / 1000))
  return { waitSeconds, isFirst: taken!.count === most + 1 }
}

/** The try turned out to be none. */
export async function giveBack(tx: SiteTx, counted: Counted): Promise<void> {
  await tx
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.key, keyOf(counted)))
}

export async function forget(tx: SiteTx, counted: Counted): Promise<void> {
  await tx.delete(rateLimits).where(eq(rateLimits.key, keyOf(counted)))
}

/** Those that count nothing any more; what somebody is counting at this moment is left for the next time. */
export async function sweepLimits(tx: SiteTx, now: Date): Promise<void> {
  const over = tx
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lte(rateLimits.resetsAt, now))
    .for('update', { skipLocked: true })
  await tx.delete(rateLimits).where(inArray(rateLimits.key, over))
}
