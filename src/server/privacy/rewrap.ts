import { ne, sql } from 'drizzle-orm'
import { dropUndoableDeletes } from '#server/activity/undoable-delete.ts'
import { type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import { dataKeys } from '#server/crypto/table.ts'
import type { Database } from '#server/db/database.ts'
import { onEachSite } from '#server/db/each-site.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { type SealedColumn, sealedColumns } from '#server/privacy/sealed-columns.ts'

export type RewrapDeps = {
  database: Database
  websiteIds: readonly string[]
  sealer: Pick<Sealer, 'rewrap' | 'currentKey'>
}

export type RewrapProgress = { done: number; total: number }

/** How many values are under the current key now, and how many no configured key could open. */
export type RewrapResult = { done: number; unreadable: number; isComplete: boolean }

type SiteColumn = SealedColumn & { websiteId: string }
type Options = { onProgress?: (progress: RewrapProgress) => void; signal?: AbortSignal | undefined }

const atOnce = 200
/** A process that still seals with an old key after so many rounds will not stop by itself. */
const maxRounds = 20

/** The ids of all data keys that values of these websites may be sealed with. */
export async function readDataKeyIdsInUse({ database, websiteIds }: Omit<RewrapDeps, 'sealer'>): Promise<Set<string>> {
  const statement = sql`select ${dataKeys.keyId} from ${dataKeys}`
  return new Set((await onEachSite(database, { websiteIds, role: 'worker' }, statement)).map(({ answer }) => answer))
}

/**
 * Rewraps every sealed value with the current data key, in batches, while other processes read and write. A value that is
 * changed meanwhile keeps the change. After any kind of stop the next run continues. When no value is left, the rows of
 * the old keys are deleted, and the next start does not need those keys. Deletes from before can no longer be undone then.
 */
export async function rewrapAll(
  deps: RewrapDeps,
  { onProgress = () => {}, signal }: Options = {},
): Promise<RewrapResult> {
  let old = await columnsWithOld(deps)
  const total = old.reduce((sum, { count }) => sum + count, 0)
  let done = 0
  onProgress({ done, total })
  for (let round = 1; round <= maxRounds; round++) {
    let [changed, unreadable] = [0, 0]
    for (const siteColumn of old)
      for await (const some of rewrapColumn(deps, siteColumn)) {
        changed += some.changed
        done += some.changed
        unreadable += some.unreadable
        // Other processes may have added or removed values since they were counted.
        onProgress({ done: Math.min(done, total), total })
        if (signal?.aborted) return { done, unreadable, isComplete: false }
      }
    old = await columnsWithOld(deps)
    if (changed > 0) continue
    if (unreadable === 0) {
      // Rows kept for an undo are not rewrapped. One that was restored just now is still sealed with the old key.
      await discardAllDeletes(deps)
      old = await columnsWithOld(deps)
      if (old.length) continue
      await deleteOldKeys(deps)
    }
    return { done, unreadable, isComplete: unreadable === 0 }
  }
  return { done, unreadable: 0, isComplete: false }
}

/** The result as a sentence for the operator, who must know whether the old keys may go. */
export function describeRewrapResult({ unreadable, isComplete }: RewrapResult, oldKeys: string): string {
  if (isComplete) return `Nothing here needs ${oldKeys} any more; older backups still do.`
  return unreadable
    ? `${unreadable} values are damaged or need a key that is lost; they stay as they are, so the old key must stay too. The admin shows which customers they belong to.`
    : 'Values are still being sealed with an old key: some process does not know the new one. Restart it, and run this again.'
}

/** Bytes 2 to 5 of a sealed value are the id of its key. */
const isOld = ({ column }: SealedColumn, currentKey: string) =>
  sql`substring(${sql.identifier(column)} from 2 for 4) <> decode(${currentKey}, 'hex')`

/** The columns that hold values under another key, each with the website and how many there are. */
async function columnsWithOld({
  database,
  websiteIds,
  sealer,
}: RewrapDeps): Promise<(SiteColumn & { count: number })[]> {
  const found: (SiteColumn & { count: number })[] = []
  for (const column of sealedColumns) {
    const counts = await onEachSite(
      database,
      // Values of users are not of one website, so they are counted once.
      { websiteIds: column.ofSite ? websiteIds : websiteIds.slice(0, 1), role: column.role },
      sql`select count(*)::text from ${sql.identifier(column.table)} where ${isOld(column, sealer.currentKey)} having count(*) > 0`,
    )
    found.push(...counts.map(({ websiteId, answer }) => ({ ...column, websiteId, count: Number(answer) })))
  }
  return found
}

type RewrapBatch = { last: string | null; changed: number; unreadable: number }

/** Rewraps all rows of a column, one batch per transaction. */
async function* rewrapColumn({ database, sealer }: RewrapDeps, siteColumn: SiteColumn): AsyncGenerator<RewrapBatch> {
  const { websiteId, role } = siteColumn
  for (let last: string | null = null; ; ) {
    const batch: RewrapBatch = await inSite(
      database,
      { websiteId, role },
      (tx) => rewrapBatch(tx, sealer, siteColumn, last),
      {
        retry: true,
        timeoutMs: 15_000,
      },
    )
    yield batch
    if (batch.last === null) return
    last = batch.last
  }
}

async function rewrapBatch(
  tx: SiteTx,
  sealer: RewrapDeps['sealer'],
  siteColumn: SiteColumn,
  after: string | null,
): Promise<RewrapBatch> {
  const [table, column] = [sql.identifier(siteColumn.table), sql.identifier(siteColumn.column)]
  const { rows } = await tx.execute<{ id: string; box: Uint8Array }>(sql`
    select id, ${column} as box from ${table}
    where ${isOld(siteColumn, sealer.currentKey)} and ${after ? sql`id > ${after}::uuid` : sql`true`}
    order by id limit ${atOnce}`)
  const fresh = rows.flatMap(({ id, box }) => {
    const before = Buffer.from(box)
    const again = rewrappedValue(sealer, siteColumn, id, before)
    return again ? [{ id, before: before.toString('hex'), again: again.toString('hex') }] : []
  })
  const changed = await tx.execute<{ id: string }>(sql`
    update ${table} set ${column} = decode(fresh.again, 'hex')
    from json_to_recordset(${JSON.stringify(fresh)}::json) as fresh(id uuid, before text, again text)
    where ${table}.id = fresh.id and ${table}.${column} = decode(fresh.before, 'hex')
    returning ${table}.id`)
  return {
    last: rows.length < atOnce ? null : rows.at(-1)!.id,
    changed: changed.rows.length,
    unreadable: rows.length - fresh.length,
  }
}

function rewrappedValue(
  sealer: RewrapDeps['sealer'],
  siteColumn: SiteColumn,
  rowId: string,
  box: Buffer,
): Buffer | null {
  const { table, column, ofSite } = siteColumn
  try {
    return sealer.rewrap({ websiteId: ofSite ? siteColumn.websiteId : null, table, column, rowId }, box)
  } catch (error) {
    if (error instanceof UnreadableValueError) return null
    throw error
  }
}

async function discardAllDeletes({ database, websiteIds }: RewrapDeps): Promise<void> {
  for (const websiteId of websiteIds) await inSite(database, { websiteId, role: 'worker' }, dropUndoableDeletes)
}

async function deleteOldKeys({ database, websiteIds, sealer }: RewrapDeps): Promise<void> {
  for (const websiteId of websiteIds)
    await inSite(database, { websiteId, role: 'worker' }, (tx) =>
      tx.delete(dataKeys).where(ne(dataKeys.keyId, sealer.currentKey)),
    )
}
