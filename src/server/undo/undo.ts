import type { ActivityRecord } from '#domain/activity/activity.ts'
import type { UndoableType } from '#domain/activity/undo.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { restoreDeleted } from '#server/activity/undoable-delete.ts'
import { errorCode } from '#server/db/errors.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { checkRestoredCategory } from '#server/products/categories.ts'
import { checkRestoredProduct } from '#server/products/commands.ts'
import { lockProductFiles } from '#server/products/publishing.ts'
import { describeRestoredFile } from '#server/uploads/file-commands.ts'

type Rules = {
  /** The locks that edits of the type take. */
  lock: (tx: SiteTx) => Promise<void>
  /** Checks a restored resource, and updates what is derived from it. */
  check: (tx: SiteTx, id: string) => Promise<void>
}

const lockProducts = (tx: SiteTx) => advisoryLock(tx, 'products')

const rules: Partial<Record<UndoableType, Rules>> = {
  product: { lock: (tx) => lockProducts(tx).then(() => lockProductFiles(tx)), check: checkRestoredProduct },
  product_category: { lock: lockProducts, check: checkRestoredCategory },
  product_file: { lock: lockProductFiles, check: describeRestoredFile },
}

/** A unique address is in use again; a row that this one belongs to is gone. */
const reasonBySqlState = { '23505': 'undo-taken', '23503': 'undo-incomplete' } as const

/** Restores all that a delete has deleted, or nothing. Returns how many resources are restored. */
export async function undoDelete(
  tx: SiteTx,
  { id, type }: { id: string; type: UndoableType },
  { userId, now }: EditContext,
): Promise<number> {
  await rules[type]?.lock(tx)
  const { ids, logged } = await restoreDeleted(tx, id, now).catch((error) => {
    const reason = reasonBySqlState[errorCode(error) as keyof typeof reasonBySqlState]
    throw reason ? Object.assign(new Refusal(reason), { cause: error }) : error
  })
  for (const each of ids) await rules[type]?.check(tx, each)
  for (const each of logged)
    await recordActivity(tx, { resourceType: type, action: 'restored', userId, ...each } as ActivityRecord, now)
  return ids.length
}
