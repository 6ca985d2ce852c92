import { canServeRange, type DownloadAllowance, downloadAllowanceFor } from '#domain/downloads/download-counting.ts'
import { maxStreamsPerRight } from '#domain/downloads/limits.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import type { DownloadRightRow } from '#server/downloads/lookup.ts'
import { recordMissingFile, type SiteOfFile } from '#server/downloads/missing-files.ts'
import { downloadUsageOfFile, recordServedRange } from '#server/downloads/usage.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { type BufferIterator, createSendStream } from '#server/files/send-stream.ts'
import { createWorkQueue } from '#server/limits/work-queue.ts'
import type { ProductFile } from '#server/uploads/files.ts'
import { chunkKey, readStoredInBuffers } from '#server/uploads/stored-file.ts'

export type FileRequest = {
  store: ObjectStore
  download: Pick<DownloadRightRow, 'id' | 'productId' | 'downloadsAllowed'>
  file: ProductFile
  range: ByteRange | 'all'
  /** When the request arrived. */
  now: Date
}
type ServeContext = {
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  log: { error: (facts: object, words: string) => void }
  /** Aborted when the client closes the connection. */
  clientGone: AbortSignal
  /** Its owner gets a mail about a missing file. */
  site: SiteOfFile
}

/** Counting served bytes takes at most so many database connections. */
const countingQueue = createWorkQueue({ atOnce: 3, maxWaiting: Number.POSITIVE_INFINITY })

export const resolveRange = (range: ByteRange | 'all', { bytes }: Pick<ProductFile, 'bytes'>): ByteRange =>
  range === 'all' ? { from: 0, to: bytes - 1 } : range

/** Streams a file or a range to the buyer. The bytes that were sent are counted at the end, however the stream ends. */
export async function openDownloadStream(
  request: FileRequest,
  context: ServeContext,
): Promise<ReadableStream<Uint8Array>> {
  const { download, file, range } = request
  const { from, to } = resolveRange(range, file)
  const slot = takeDownloadSlot({ right: download.id, file: file.id, bytes: to - from + 1 })
  try {
    await checkAllowance(slot, request, context)
    return await send(slot, request, context)
  } catch (error) {
    slot.release()
    throw error
  }
}

/** The allowance is read after the slot was taken: bytes that are not counted by then belong to a known slot. */
async function checkAllowance(slot: DownloadSlot, request: FileRequest, { inSite }: ServeContext): Promise<void> {
  const readAllowance = async () => {
    const allowance = await inSite((tx) => downloadAllowanceOf(tx, request))
    if (!canServeRange(allowance, request.range)) throw new Refusal('download-used-up')
    return allowance.bytes
  }
  if (await slot.makeRoom(await readAllowance())) await readAllowance()
}

export async function downloadAllowanceOf(
  tx: SiteTx,
  { download, file, now }: Omit<FileRequest, 'store' | 'range'>,
): Promise<DownloadAllowance> {
  const used = await downloadUsageOfFile(tx, download.id, file.id)
  return downloadAllowanceFor(used, { allowed: download.downloadsAllowed, size: file.bytes, now })
}

async function send(
  slot: DownloadSlot,
  request: FileRequest,
  context: ServeContext,
): Promise<ReadableStream<Uint8Array>> {
  const { store, download, file, now } = request
  const part = resolveRange(request.range, file)
  const began = performance.now()
  const pieces = readStoredInBuffers(store, file, part)
  // The first piece is read before the status is sent: a missing file must not become a 200.
  const first = await pieces.next().catch((error) => refuseUnreadable(error, request, context))
  const length = part.to - part.from + 1
  const { stream, cut, leave } = createSendStream(startingWith(first, pieces), length, async ({ bytes, error }) => {
    const served = { from: part.from, to: part.from + bytes - 1 }
    // By the monotonic clock, because the system clock may be set during the download.
    const ended = new Date(+now + (performance.now() - began))
    try {
      const isOurFault = error !== undefined
      const count = (tx: SiteTx) =>
        recordServedRange(tx, { download, file, part: served, began: now, now: ended, isOurFault })
      if (bytes) await countingQueue.run(() => context.inSite(count))
      if (isOurFault) await refuseUnreadable(error, request, context)
    } catch (problem) {
      if (!(problem instanceof Refusal)) context.log.error({ err: problem }, 'failed to count a download')
    } finally {
      slot.release()
    }
  })
  context.clientGone.addEventListener('abort', leave, { once: true })
  // The client may have left before the listener was there, or a newer request may have taken the slot.
  if (context.clientGone.aborted) leave()
  if (slot.onCut(cut)) return stream
  leave()
  throw new Refusal('unavailable')
}

/** For HEAD requests: throws if the first chunk of the range is missing. */
export async function checkFirstChunkIsStored(request: FileRequest, context: ServeContext): Promise<void> {
  const { store, file, range } = request
  const index = Math.floor(resolveRange(range, file).from / file.chunkBytes)
  const stored = await store.head(chunkKey(file.websiteId, file.uploadId, index, file.chunks[index]!))
  if (!stored) await refuseUnreadable({ code: 'ENOENT' }, request, context)
}

/** The owner of the site hears of a missing file. Any other error may pass. */
async function refuseUnreadable(
  error: unknown,
  { download, file, now }: FileRequest,
  { inSite, log, site }: ServeContext,
): Promise<never> {
  log.error({ err: error, fileId: file.id }, 'failed to read a purchased file')
  const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (!isGone) throw new Refusal('unavailable')
  await inSite((tx) => recordMissingFile(tx, { download, file, now }, site))
  throw new Refusal('download-file-missing')
}

/** Not a generator: a generator that was never started would not close `rest`. */
function startingWith(first: IteratorResult<Uint8Array, void>, rest: AsyncGenerator<Uint8Array, void>): BufferIterator {
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

type SlotRequest = { right: string; file: string; bytes: number }
type ActiveDownload = SlotRequest & { cut: () => void; isCut: boolean; done: Promise<void> }

/** The downloads that this process is serving, by right; the oldest first. */
const activeDownloads = new Map<string, ActiveDownload[]>()

export type DownloadSlot = ReturnType<typeof takeDownloadSlot>

/**
 * Limits the parallel downloads of a right: no file is in transit more often than downloads are left, and the right has at
 * most `maxStreamsPerRight` streams. A new request replaces the oldest one, which is often the broken connection of the same
 * buyer.
 */
export function takeDownloadSlot(what: SlotRequest) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const mine: ActiveDownload = { ...what, cut: () => {}, isCut: false, done }
  const all = () => activeDownloads.get(what.right) ?? []
  activeDownloads.set(what.right, [...all(), mine])

  async function cutDownloads(others: readonly ActiveDownload[]): Promise<void> {
    for (const each of others) {
      each.isCut = true
      each.cut()
    }
    await Promise.all(others.map((each) => each.done))
  }

  return {
    /**
     * Cuts older downloads until this one fits. Returns true if that was necessary; the bytes that they were sent are counted
     * by then. Newer downloads do the same themselves, so that no two wait for each other.
     */
    async makeRoom(bytes: number): Promise<boolean> {
      if (mine.isCut) return false
      const before = all()
      const others = before.slice(0, before.indexOf(mine)).filter((each) => !each.isCut)
      const ended: ActiveDownload[] = []
      const left = () => others.filter((each) => !ended.includes(each))
      const ofFile = () => left().filter(({ file }) => file === what.file)
      const sum = () => ofFile().reduce((total, each) => total + each.bytes, what.bytes)
      while (ofFile().length && sum() > bytes) ended.push(ofFile()[0]!)
      while (left().length >= maxStreamsPerRight) ended.push(left()[0]!)
      await cutDownloads(ended)
      return ended.length > 0
    },
    /** Sets the function that cuts this download. Returns false if it was cut already. */
    onCut(cut: () => void): boolean {
      mine.cut = cut
      return !mine.isCut
    },
    /** To be called once the sent bytes are counted. */
    release(): void {
      const left = all().filter((each) => each !== mine)
      if (left.length) activeDownloads.set(what.right, left)
      else activeDownloads.delete(what.right)
      resolve()
    },
  }
}
