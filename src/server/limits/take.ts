import { eq, inArray, lte, sql } from 'drizzle-orm'
import type { Limit } from '#domain/accounts/limits.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { installationLimits, rateLimits } from '#server/limits/table.ts'

/** `subject` is whom the limit counts, in a form that does not tell who it is. */
export type Counted = { limit: Limit; subject: string }

const keyOf = ({ limit, subject }: Counted) => `${limit.name}:${subject}`
const tableOf = ({ limit }: Counted) => (limit.overAllSites ? installationLimits : rateLimits)

/** How long to wait, and whether this is the first try that is too many. */
export type TooMany = { waitSeconds: number; isFirst: boolean }

/** `left` is how many more tries there are; `over` is null for a try within the limit. */
export type Taken = { left: number; over: TooMany | null }

/** Counts one try. The count must be kept, so whoever refuses does it after the transaction. */
export async function take(tx: SiteTx, counted: Counted, now: Date): Promise<Taken> {
  const table = tableOf(counted)
  const { count, resetsAt } = table
  const ends = new Date(+now + counted.limit.seconds * 1000)
  const isOver = sql`${resetsAt} <= ${now.toISOString()}::timestamptz`
  const [taken] = await tx
    .insert(table)
    .values({ key: keyOf(counted), count: 1, resetsAt: ends })
    .onConflictDoUpdate({
      target: 'websiteId' in table ? [table.websiteId, table.key] : [table.key],
      set: {
        count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${resetsAt} end`,
      },
    })
    .returning({ count, resetsAt })
  return standing(counted.limit, taken!.count, taken!.resetsAt, now)
}

/** What another try would find, without counting one. */
export async function peek(tx: SiteTx, counted: Counted, now: Date): Promise<Taken> {
  const table = tableOf(counted)
  const { count, resetsAt, key } = table
  const [found] = await tx
    .select({ count, resetsAt })
    .from(table)
    .where(eq(key, keyOf(counted)))
  const isCounting = found && found.resetsAt > now
  return standing(counted.limit, isCounting ? found.count : 0, found?.resetsAt ?? now, now)
}

function standing({ most }: Limit, count: number, resetsAt: Date, now: Date): Taken {
  const left = Math.max(0, most - count)
  if (count <= most) return { left, over: null }
  const waitSeconds = Math.max(1, Math.ceil((+resetsAt - +now) / 1000))
  return { left, over: { waitSeconds, isFirst: count === most + 1 } }
}

/** The try turned out to be none. */
export async function giveBack(tx: SiteTx, counted: Counted): Promise<void> {
  const table = tableOf(counted)
  await tx
    .update(table)
    .set({ count: sql`greatest(${table.count} - 1, 0)` })
    .where(eq(table.key, keyOf(counted)))
}

export async function forget(tx: SiteTx, counted: Counted): Promise<void> {
  const table = tableOf(counted)
  await tx.delete(table).where(eq(table.key, keyOf(counted)))
}

/** Those that count nothing any more; what somebody is counting at this moment is left for the next time. */
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
