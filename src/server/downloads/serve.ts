import { mayServe, type Room, roomFor } from '#domain/downloads/served.ts'
import type { Range } from '#domain/files/range.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { countServed } from '#server/downloads/count.ts'
import type { Download } from '#server/downloads/find.ts'
import { noteMissing, type OwnSite } from '#server/downloads/missing.ts'
import { type Turn, takeTurn } from '#server/downloads/underway.ts'
import { usedOfFile } from '#server/downloads/used.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { type Lent, outflow } from '#server/files/outflow.ts'
import { createLane } from '#server/limits/lane.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { chunkKey, lendStored } from '#server/uploads/stored-file.ts'

export type Wants = {
  store: ObjectStore
  download: Pick<Download, 'id' | 'productId' | 'downloadsAllowed'>
  file: ProductFile
  asked: Range | 'all'
  /** When it was asked for. */
  now: Date
}
type Place = {
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  log: { error: (facts: object, words: string) => void }
  /** Aborted when whoever asked goes away. */
  leaves: AbortSignal
  /** Whose owner is told of what is missing. */
  site: OwnSite
}

/** However many are sent at once, what is written down of them takes no more connections than this from others. */
const counting = createLane({ atOnce: 3, mostWaiting: Number.POSITIVE_INFINITY })

/** All bytes are a part too. */
export const partOf = (asked: Range | 'all', { bytes }: Pick<ProductFile, 'bytes'>): Range =>
  asked === 'all' ? { from: 0, to: bytes - 1 } : asked

/** A part of a file on its way to whoever paid for it. What has left is counted when it is over, however it ends. */
export async function openFile(wants: Wants, place: Place): Promise<ReadableStream<Uint8Array>> {
  const { download, file, asked } = wants
  const { from, to } = partOf(asked, file)
  const turn = takeTurn({ right: download.id, file: file.id, bytes: to - from + 1 })
  try {
    await findRoom(turn, wants, place)
    return await send(turn, wants, place)
  } catch (error) {
    turn.over()
    throw error
  }
}

/** What is left is read after the turn was taken: whatever is not counted by then is on its way, and known. */
async function findRoom(turn: Turn, wants: Wants, { inSite }: Place): Promise<void> {
  const look = async () => {
    const room = await inSite((tx) => roomOf(tx, wants))
    if (!mayServe(room, wants.asked)) throw new Refusal('download-used-up')
    return room.bytes
  }
  if (await turn.makeRoom(await look())) await look()
}

export async function roomOf(tx: SiteTx, { download, file, now }: Omit<Wants, 'store' | 'asked'>): Promise<Room> {
  const used = await usedOfFile(tx, download.id, file.id)
  return roomFor(used, { allowed: download.downloadsAllowed, size: file.bytes, now })
}

async function send(turn: Turn, wants: Wants, place: Place): Promise<ReadableStream<Uint8Array>> {
  const { store, download, file, now } = wants
  const part = partOf(wants.asked, file)
  const began = performance.now()
  const pieces = lendStored(store, file, part)
  // The first piece is in our hands before anything is promised.
  const first = await pieces.next().catch((error) => whyNot(error, wants, place))
  const length = part.to - part.from + 1
  const { stream, cut, leave } = outflow(startingWith(first, pieces), length, async ({ bytes, error }) => {
    const served = { from: part.from, to: part.from + bytes - 1 }
    // By the clock that runs evenly: the other may have been set meanwhile.
    const ended = new Date(+now + (performance.now() - began))
    try {
      const isOurFault = error !== undefined
      const count = (tx: SiteTx) =>
        countServed(tx, { download, file, part: served, began: now, now: ended, isOurFault })
      if (bytes) await counting.run(() => place.inSite(count))
      if (isOurFault) await whyNot(error, wants, place)
    } catch (problem) {
      if (!(problem instanceof Refusal)) place.log.error({ err: problem }, 'a download was not written down')
    } finally {
      turn.over()
    }
  })
  place.leaves.addEventListener('abort', leave, { once: true })
  // They may have left before there was anything to listen for, or somebody else has come.
  if (place.leaves.aborted) leave()
  if (turn.began(cut)) return stream
  leave()
  throw new Refusal('unavailable')
}

/** For those who only ask. */
export async function isThere(wants: Wants, place: Place): Promise<void> {
  const { store, file, asked } = wants
  const index = Math.floor(partOf(asked, file).from / file.chunkBytes)
  const kept = await store.head(chunkKey(file.websiteId, file.uploadId, index, file.chunks[index]!))
  if (!kept) await whyNot({ code: 'ENOENT' }, wants, place)
}

/** A file that is gone is its owner's business too; whatever else is in the way may pass. */
async function whyNot(error: unknown, { download, file, now }: Wants, { inSite, log, site }: Place): Promise<never> {
  log.error({ err: error, fileId: file.id }, 'a file that was paid for could not be read')
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (!isGone) throw new Refusal('unavailable')
  await inSite((tx) => noteMissing(tx, { download, file, now }, site))
  throw new Refusal('download-file-missing')
}

/** Not a generator: one that was never asked for anything would not close what it is made of. */
function startingWith(first: IteratorResult<Uint8Array, void>, rest: AsyncGenerator<Uint8Array, void>): Lent {
  let isGiven = false
  return {
    next: async () => {
      if (isGiven) return rest.next()
      isGiven = true
      return first
    },
    return: () => rest.return(),
  }
}
