import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { type ClipFileExtension, parsePreviewClipPath, previewClipPath } from '#domain/previews/preview.ts'
import { lockDeletes, valuesInUndoableRows } from '#server/activity/undoable-delete.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { listNamesOlderThanADay, type ObjectStore } from '#server/files/object-store.ts'
import { trackPreviews } from '#server/previews/table.ts'

const prefixOf = (websiteId: string): string => `${websiteId}/previews/`
const nameOf = ({ id, clipHash }: { id: string; clipHash: string }): string => `${id}-${clipHash}`
export const clipKey = (websiteId: string, clip: { id: string; clipHash: string }): string =>
  prefixOf(websiteId) + nameOf(clip)

type Row = Pick<typeof trackPreviews.$inferSelect, 'id' | 'clipHash' | 'clipEnding'>

/** The address of the clip; null until it is cut. */
export const clipAddressOf = ({ id, clipHash, clipEnding }: Row): string | null =>
  clipHash && clipEnding ? previewClipPath(id, clipHash, clipEnding) : null

/** The addresses of all clips that visitors may hear, by the id of the track's file. */
export async function clipAddresses(tx: SiteTx): Promise<Map<string, string>> {
  const { id, fileId, clipHash, clipEnding } = trackPreviews
  const rows = await tx.select({ id, fileId, clipHash, clipEnding }).from(trackPreviews).where(isNotNull(clipHash))
  return new Map(rows.flatMap((row) => [[row.fileId, clipAddressOf(row)!] as const]))
}

export type Clip = { id: string; clipHash: string; ending: ClipFileExtension }
export type FindClip = (websiteId: string, path: string) => Promise<Clip | null>

/** Finds the current clip at an address. Reads the database each time, because the product may have been archived. */
export function createPreviewClipLookup(database: Database): FindClip {
  return async (websiteId, path) => {
    const address = parsePreviewClipPath(path)
    if (!address) return null
    const [row] = await inSite(database, { websiteId, role: 'visitor' }, (tx) =>
      tx.select().from(trackPreviews).where(eq(trackPreviews.id, address.id)),
    )
    if (!row || clipAddressOf(row) !== path) return null
    return { id: row.id, clipHash: row.clipHash!, ending: row.clipEnding! }
  }
}

/** All retries of the job are over by then. If one succeeds later, its clip still counts. */
const maxWaitMs = 3_600_000

/** Marks clips that wait for too long as failed, and deletes clips whose track is gone, unless an undo may restore it. */
export async function sweepClips(
  { database, store }: { database: Database; store: ObjectStore },
  websiteId: string,
  now: Date,
): Promise<void> {
  const isForgotten = and(eq(trackPreviews.state, 'waiting'), lt(trackPreviews.updatedAt, new Date(+now - maxWaitMs)))
  await inSite(database, { websiteId, role: 'worker' }, (tx) =>
    tx.update(trackPreviews).set({ state: 'failed' }).where(isForgotten),
  )
  const old = await listNamesOlderThanADay(store, prefixOf(websiteId), now)
  if (!old.length) return
  const ids = old.map((name) => name.slice(0, 36))
  const { id, clipHash } = trackPreviews
  const { rows, kept } = await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    // Otherwise a delete or an undo between the two queries would hide a clip from both.
    await lockDeletes(tx)
    return {
      rows: await tx.select({ id, clipHash }).from(trackPreviews).where(inArray(id, ids)),
      kept: new Set((await valuesInUndoableRows(tx, id, now)).map(({ value }) => value)),
    }
  })
  const current = new Set(rows.flatMap((row) => (row.clipHash ? nameOf({ id: row.id, clipHash: row.clipHash }) : [])))
  for (const name of old)
    if (!current.has(name) && !kept.has(name.slice(0, 36))) await store.delete(prefixOf(websiteId) + name)
}
