import { and, count, desc, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { failedMailRetentionDays } from '#domain/mail/failure.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type DeleteResult, storeRowsForUndo } from '#server/activity/undoable-delete.ts'
import type { Database } from '#server/db/database.ts'
import { onEachSite } from '#server/db/each-site.ts'
import { asRole, type SiteTx } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { daysBefore, mailQueueOf } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'

export type FailedMail = {
  id: string
  createdAt: Date
  attempts: number
  failure: string | null
  /** It is still here, and no server may have it. */
  mayRetry: boolean
}

/** How many mails of the last days wait, and how many were given up. */
export async function countQueuedAndFailedMails(tx: SiteTx, now: Date): Promise<{ queued: number; failed: number }> {
  const found = await tx
    .select({ state: mails.state, number: count() })
    .from(mails)
    .where(and(inArray(mails.state, ['queued', 'failed']), isRecent(now)))
    .groupBy(mails.state)
  const countInState = (state: string) => found.find((each) => each.state === state)?.number ?? 0
  return { queued: countInState('queued'), failed: countInState('failed') }
}

/** The number of waiting mails of these websites, and the age of the oldest. */
export async function readMailQueueStats(
  database: Database,
  websiteIds: readonly string[],
  timeoutMs: number,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const age = sql`extract(epoch from now() - min(${mails.createdAt}))`
  const found = await onEachSite(
    database,
    { websiteIds, role: 'worker', timeoutMs },
    sql`select json_build_array(count(*), ${age})::text from ${mails} where ${mails.state} = 'queued' having count(*) > 0`,
  )
  const counts = found.map(({ answer }): [number, number] => JSON.parse(answer))
  return {
    waiting: counts.reduce((sum, [waiting]) => sum + waiting, 0),
    oldestSeconds: counts.reduce((oldest, [, seconds]) => Math.max(oldest, Math.round(seconds)), 0),
  }
}

/** What was given up in the last days, the newest first; never a word of what was written. */
export function failedMails(tx: SiteTx, now: Date, limit: number): Promise<FailedMail[]> {
  const { id, createdAt, attempts, failure } = mails
  const mayRetry = sql<boolean>`${isRetryable()}`.mapWith(Boolean)
  return asRole(tx, 'worker', () =>
    tx
      .select({ id, createdAt, attempts, failure, mayRetry })
      .from(mails)
      .where(and(eq(mails.state, 'failed'), isRecent(now)))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit),
  )
}

/**
 * Queues these failed mails, or all of them, to be sent again. A mail that a server may already have is never among them;
 * naming one is refused.
 */
export async function retryMails(
  tx: SiteTx,
  ids: readonly string[] | null,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const { job } = mailQueueOf(tx)
  const chosen = and(eq(mails.state, 'failed'), isRecent(now), ids ? inArray(mails.id, [...ids]) : undefined)
  const queued = await asRole(tx, 'worker', () =>
    tx
      .update(mails)
      .set({ state: 'queued', handedOverAt: null })
      .where(and(chosen, isRetryable()))
      .returning({ id: mails.id }),
  )
  if (ids && queued.length < new Set(ids).size) throw new Refusal('mail-not-retried')
  for (const { id: mailId } of queued) await enqueue(tx, job, { mailId })
  if (queued.length)
    await recordActivity(
      tx,
      { resourceType: 'mail', action: 'retried', userId, details: { mails: queued.map(({ id }) => id) } },
      now,
    )
  return queued.length
}

/** Gives up failed mails: they leave the list, and their content is deleted. */
export async function dismissMails(
  tx: SiteTx,
  ids: readonly string[],
  { userId, now }: { userId: string; now: Date },
): Promise<DeleteResult> {
  const unique = [...new Set(ids)]
  const details = { mails: unique }
  const undo = await storeRowsForUndo(
    tx,
    { resourceType: 'mail', table: mails, ids: unique, logged: [{ details }] },
    { now },
  )
  const dropped = await asRole(tx, 'worker', () =>
    tx
      .delete(mails)
      .where(and(eq(mails.state, 'failed'), inArray(mails.id, unique)))
      .returning({ id: mails.id }),
  )
  if (dropped.length < unique.length) throw new Refusal('not-found')
  await recordActivity(tx, { resourceType: 'mail', action: 'dismissed', userId, details }, now)
  return { changed: dropped.length, undo }
}

const isRecent = (now: Date) => gte(mails.createdAt, daysBefore(now, failedMailRetentionDays))
/** `send.ts` leaves the note of a hand-over on a mail that it gave up only when the server may have it. */
const isRetryable = () => and(isNotNull(mails.content), isNull(mails.handedOverAt))
