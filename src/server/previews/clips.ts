import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { askedClip, type ClipEnding, clipAddress } from '#domain/previews/preview.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { oldNames } from '#server/files/sweep.ts'
import { trackPreviews } from '#server/previews/table.ts'

const prefixOf = (websiteId: string): string => `${websiteId}/previews/`
const nameOf = ({ id, clipHash }: { id: string; clipHash: string }): string => `${id}-${clipHash}`
export const clipKey = (websiteId: string, clip: { id: string; clipHash: string }): string =>
  prefixOf(websiteId) + nameOf(clip)

type Row = Pick<typeof trackPreviews.$inferSelect, 'id' | 'clipHash' | 'clipEnding'>

/** Where it can be heard; null as long as it cannot. */
export const addressOf = ({ id, clipHash, clipEnding }: Row): string | null =>
  clipHash && clipEnding ? clipAddress(id, clipHash, clipEnding) : null

/** Everything that can be heard in the shop: where, by the file that it was cut from. */
export async function clipsOnShow(tx: SiteTx): Promise<Map<string, string>> {
  const { id, fileId, clipHash, clipEnding } = trackPreviews
  const rows = await tx.select({ id, fileId, clipHash, clipEnding }).from(trackPreviews).where(isNotNull(clipHash))
  return new Map(rows.flatMap((row) => [[row.fileId, addressOf(row)!] as const]))
}

export type Clip = { id: string; clipHash: string; ending: ClipEnding }
export type FindClip = (websiteId: string, path: string) => Promise<Clip | null>

/** Finds the clip at an address, if it is still the one there. Asked each time: its product may be archived meanwhile. */
export function findClip(database: Database): FindClip {
  return async (websiteId, path) => {
    const asked = askedClip(path)
    if (!asked) return null
    const [row] = await inSite(database, { websiteId, role: 'visitor' }, (tx) =>
      tx.select().from(trackPreviews).where(eq(trackPreviews.id, asked.id)),
    )
    if (!row || addressOf(row) !== path) return null
    return { id: row.id, clipHash: row.clipHash!, ending: row.clipEnding! }
  }
}

/** All tries are over long before; one that comes later after all still counts. */
const longestWait = 3_600_000

/** Nobody is left waiting for a clip of which nothing is heard any more. Clips whose track is gone go too. */
export async function sweepClips(
  { database, store }: { database: Database; store: ObjectStore },
  websiteId: string,
  now: Date,
): Promise<void> {
  const isForgotten = and(eq(trackPreviews.state, 'waiting'), lt(trackPreviews.updatedAt, new Date(+now - longestWait)))
  await inSite(database, { websiteId, role: 'worker' }, (tx) =>
    tx.update(trackPreviews).set({ state: 'failed' }).where(isForgotten),
  )
  const old = await oldNames(store, prefixOf(websiteId), now)
  if (!old.length) return
  const ids = old.map((name) => name.slice(0, 36))
  const { id, clipHash } = trackPreviews
  const rows = await inSite(database, { websiteId, role: 'worker' }, (tx) =>
    tx.select({ id, clipHash }).from(trackPreviews).where(inArray(id, ids)),
  )
  const kept = new Set(rows.flatMap((row) => (row.clipHash ? nameOf({ id: row.id, clipHash: row.clipHash }) : [])))
  for (const name of old) if (!kept.has(name)) await store.delete(prefixOf(websiteId) + name)
}
