import { eq, inArray, lte, sql } from 'drizzle-orm'
import type { RateLimit } from '#domain/accounts/limits.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { installationLimits, rateLimits } from '#server/limits/table.ts'

/** `subject` is what the limit counts, as a keyed hash that does not reveal it. */
export type RateLimitKey = { limit: RateLimit; subject: string }

const storedKey = ({ limit, subject }: RateLimitKey) => `${limit.name}:${subject}`
const tableOf = ({ limit }: RateLimitKey) => (limit.overAllSites ? installationLimits : rateLimits)

/** How long to wait, and whether this is the first attempt over the limit. */
export type LimitExceeded = { waitSeconds: number; isFirst: boolean }

/** `left` is the number of attempts left; `over` is null within the limit. */
export type AttemptResult = { left: number; over: LimitExceeded | null }

/** Counts an attempt, as one or as several. It must be committed, so the caller refuses after the transaction. */
export async function countAttempt(tx: SiteTx, key: RateLimitKey, now: Date, by = 1): Promise<AttemptResult> {
  const table = tableOf(key)
  const { count, resetsAt } = table
  const ends = new Date(+now + key.limit.seconds * 1000)
  const isOver = sql`${resetsAt} <= ${now.toISOString()}::timestamptz`
  const [taken] = await tx
    .insert(table)
    .values({ key: storedKey(key), count: by, resetsAt: ends })
    .onConflictDoUpdate({
      target: 'websiteId' in table ? [table.websiteId, table.key] : [table.key],
      set: {
        count: sql`case when ${isOver} then ${by}::integer else ${count} + ${by}::integer end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({ count, resetsAt })
  return attemptResult(key.limit, taken!.count, taken!.resetsAt, now)
}

/** The state of a limit, without counting an attempt. */
export async function peekLimit(tx: SiteTx, key: RateLimitKey, now: Date): Promise<AttemptResult> {
  const table = tableOf(key)
  const { count, resetsAt } = table
  const [found] = await tx
    .select({ count, resetsAt })
    .from(table)
    .where(eq(table.key, storedKey(key)))
  const isCounting = found && found.resetsAt > now
  return attemptResult(key.limit, isCounting ? found.count : 0, found?.resetsAt ?? now, now)
}

function attemptResult({ max }: RateLimit, count: number, resetsAt: Date, now: Date): AttemptResult {
  const left = Math.max(0, max - count)
  if (count <= max) return { left, over: null }
  const waitSeconds = Math.max(1, Math.ceil((+resetsAt - +now) / 1000))
  return { left, over: { waitSeconds, isFirst: count === max + 1 } }
}

/** Takes a key attempt back, for one that turned out to be right. */
export async function uncountAttempt(tx: SiteTx, key: RateLimitKey): Promise<void> {
  const table = tableOf(key)
  await tx
    .update(table)
    .set({ count: sql`greatest(${table.count} - 1, 0)` })
    .where(eq(table.key, storedKey(key)))
}

export async function resetLimit(tx: SiteTx, key: RateLimitKey): Promise<void> {
  const table = tableOf(key)
  await tx.delete(table).where(eq(table.key, storedKey(key)))
}

/** Deletes expired counts. A row that another transaction has locked is left for the next sweep. */
export async function sweepLimits(tx: SiteTx, now: Date): Promise<void> {
  for (const table of [rateLimits, installationLimits]) {
    const over = tx
      .select({ key: table.key })
      .from(table)
      .where(lte(table.resetsAt, now))
      .for('update', { skipLocked: true })
    await tx.delete(table).where(inArray(table.key, over))
  }
}
