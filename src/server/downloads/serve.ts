import type { Range } from '#domain/files/range.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { countServed } from '#server/downloads/count.ts'
import type { Download } from '#server/downloads/find.ts'
import { noteMissing } from '#server/downloads/missing.ts'
import { sendPieces } from '#server/downloads/send.ts'
import { beginSending } from '#server/downloads/underway.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { createLane } from '#server/images/lane.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { chunkKey, storedPieces } from '#server/uploads/stored-file.ts'

export type Wants = {
  store: ObjectStore
  download: Pick<Download, 'id' | 'productId'>
  file: ProductFile
  part: Range
  /** When it was asked for. */
  now: Date
  /** How often the file may still be had. */
  left: number
}
type Place = {
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  log: { error: (facts: object, words: string) => void }
  /** Aborted when whoever asked goes away. */
  leaves: AbortSignal
}

/** However many are sent at once, what is written down of them takes no more connections than this from others. */
const counting = createLane({ atOnce: 3, mostWaiting: Number.POSITIVE_INFINITY })

/** A part of a file on its way to whoever paid for it. What has left is counted when it is over, however it ends. */
export async function openFile(wants: Wants, place: Place): Promise<ReadableStream<Uint8Array>> {
  const { store, download, file, part, now, left } = wants
  const began = performance.now()
  const length = part.to - part.from + 1
  const pieces = storedPieces(store, file, part)
  // The first piece is in our hands before anything is promised.
  const first = await pieces.next().catch((error) => whyNot(error, wants, place))
  const { stream, cut, leave } = sendPieces(startingWith(first, pieces), length, async ({ bytes, error }) => {
    const served = { from: part.from, to: part.from + bytes - 1 }
    // By the clock that runs evenly: the other may have been set meanwhile.
    const ended = new Date(+now + (performance.now() - began))
    try {
      const count = (tx: SiteTx) => countServed(tx, { download, file, part: served, began: now, now: ended })
      if (bytes) await counting.run(() => place.inSite(count))
      if (error !== undefined) await whyNot(error, wants, place)
    } catch (problem) {
      if (!(problem instanceof Refusal)) place.log.error({ err: problem }, 'a download was not written down')
    } finally {
      over()
    }
  })
  const over = beginSending(`${download.id} ${file.id}`, { bytes: length, cut }, left * file.bytes)
  place.leaves.addEventListener('abort', leave, { once: true })
  return stream
}

/** For those who only ask. */
export async function isThere(wants: Wants, place: Place): Promise<void> {
  const { store, file, part } = wants
  const index = Math.floor(part.from / file.chunkBytes)
  const kept = await store.head(chunkKey(file.websiteId, file.uploadId, index, file.chunks[index]!))
  if (!kept) await whyNot({ code: 'ENOENT' }, wants, place)
}

/** A file that is gone is its owner's business too; whatever else is in the way may pass. */
async function whyNot(error: unknown, { download, file, now }: Wants, { inSite, log }: Place): Promise<never> {
  log.error({ err: error, fileId: file.id }, 'a file that was paid for could not be read')
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (!isGone) throw new Refusal('unavailable')
  await inSite((tx) => noteMissing(tx, { download, file, now }))
  throw new Refusal('download-file-missing')
}

/** Not a generator: one that was never asked for anything would not close what it is made of. */
function startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncIterator<T, void> {
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
