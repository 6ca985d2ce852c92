import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { inBlocks } from '#domain/files/blocks.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { wrongKind } from '#domain/uploads/kinds.ts'
import { hasStructure } from '#domain/uploads/structure.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import type { Incoming } from '#server/files/incoming.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import {
  type Arrived,
  assembled,
  fileById,
  finishUpload,
  type ProductFile,
  type Whole,
} from '#server/uploads/complete.ts'
import { receiveChunk, type SentForm } from '#server/uploads/receive.ts'
import type { Room } from '#server/uploads/room.ts'
import {
  chunksOf,
  claimUpload,
  dropUpload,
  expectChunk,
  type Glimpse,
  glimpseOf,
  isOneMore,
  keepChunk,
  lockedUpload,
  receivedOf,
  renewClaim,
  type Upload,
} from '#server/uploads/sessions.ts'
import { chunkKey, readStored, uploadFolder } from '#server/uploads/stored-file.ts'

type Parts = { store: ObjectStore; incoming: Incoming }
type Place = {
  websiteId: string
  userId: string
  now: Date
  room?: Room
  /** What else is to be done about a file that is whole, in the transaction that makes it one. */
  arrived?: Arrived
  /** One transaction in the name of who uploads. */
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
}

/** How an upload stands after a chunk: with its file once it is whole. */
export type Standing = {
  sessionId: string
  fileName: string
  received: number
  totalChunks: number
  file: ProductFile | null
}

/** A chunk that this returns for is stored for good; and when it was the last one missing, so is the file. */
export async function takeChunk(parts: Parts, sent: SentForm, place: Place): Promise<Standing> {
  const { inSite, websiteId, userId, now } = place
  let glimpse = Promise.resolve<Glimpse | null>(null)
  const { fields, headers, arrived } = await receiveChunk(parts.incoming, sent, userId, (announced) => {
    // Who could not look is as who has seen nothing.
    glimpse = inSite((tx) => glimpseOf(tx, announced, userId)).catch(() => null)
  })
  const { file, ...chunk } = arrived
  let isStored = false
  try {
    if (fields.websiteId !== websiteId) throw new Refusal('not-found')
    const seen = await glimpse
    const expected =
      seen && isOneMore(seen, { fields, headers, chunk })
        ? seen
        : await inSite((tx) => expectChunk(tx, { fields, headers, chunk }, place, place.room))
    const { id, sessionId } = expected.upload
    if (expected.isThere) return await complete(parts, sessionId, place)
    const key = chunkKey(websiteId, id, fields.chunkIndex, chunk.sha256)
    await parts.store.put(key, file, chunk)
    isStored = true
    await failpoint('uploads.chunk-stored')
    const found = await inSite(async (tx) => {
      const upload = await keepChunk(tx, id, { index: fields.chunkIndex, ...chunk }, now)
      return typeof upload === 'string' ? upload : look(tx, upload)
    })
    await failpoint('uploads.chunk-kept')
    if (typeof found === 'string') {
      await parts.store.delete(key)
      throw new Refusal(found)
    }
    return await complete(parts, sessionId, place, found)
  } finally {
    if (!isStored) await rm(file, { force: true })
  }
}

/** What has arrived of an upload. */
export async function standingOf(tx: SiteTx, sessionId: string, userId: string) {
  const upload = await lockedUpload(tx, sessionId, userId)
  if (!upload) throw new Refusal('upload-session-not-found')
  const stored = await chunksOf(tx, upload.id)
  return { upload, stored, file: upload.fileId ? await fileOf(tx, upload.fileId) : null }
}

/** What an upload has become. Once that is deleted, there is nothing to go on with. */
async function fileOf(tx: SiteTx, fileId: string): Promise<ProductFile> {
  const file = await fileById(tx, fileId)
  if (!file) throw new Refusal('upload-session-not-found')
  return file
}

/** Gives an upload up: what has arrived is removed. One that is complete is a file, and stays. */
export async function cancelUpload(store: ObjectStore, sessionId: string, place: Place): Promise<void> {
  const id = await place.inSite(async (tx) => {
    const upload = await lockedUpload(tx, sessionId, place.userId)
    if (!upload) return null
    if (upload.fileId) throw new Refusal('upload-session-completed', { values: { id: sessionId } })
    await dropUpload(tx, upload.id)
    return upload.id
  })
  if (id) await clearFolder(store, place.websiteId, id)
}

/** What belongs to no upload and no file any more. */
export async function clearFolder(store: ObjectStore, websiteId: string, uploadId: string): Promise<void> {
  for await (const { key } of store.list(uploadFolder(websiteId, uploadId))) await store.delete(key)
}

type Look =
  | { is: 'underway'; standing: Standing }
  | { is: 'claimed'; upload: Upload; whole: Whole }
  | { is: 'elsewhere' }

/** Makes the file when nothing is missing. Of several who find that, one does it, and all are told the same. */
async function complete(parts: Parts, sessionId: string, place: Place, seen?: Look): Promise<Standing> {
  for (let waited = 0; waited < 100; waited++) {
    const found = waited === 0 && seen ? seen : await place.inSite((tx) => lookAgain(tx, sessionId, place))
    if (found.is === 'underway') return found.standing
    if (found.is === 'claimed') return verify(parts.store, found, place)
    await after(200)
  }
  throw new Refusal('unavailable')
}

async function lookAgain(tx: SiteTx, sessionId: string, place: Place): Promise<Look> {
  const upload = await lockedUpload(tx, sessionId, place.userId)
  if (!upload) throw new Refusal('upload-session-not-found')
  return look(tx, upload)
}

/** Of an upload that is held until the transaction ends. */
async function look(tx: SiteTx, upload: Upload): Promise<Look> {
  const { sessionId, totalChunks, fileName } = upload
  const done = (file: ProductFile): Look => ({
    is: 'underway',
    standing: { sessionId, totalChunks, fileName: file.name, received: totalChunks, file },
  })
  if (upload.fileId) return done(await fileOf(tx, upload.fileId))
  const received = await receivedOf(tx, upload.id)
  const whole = received === totalChunks ? await assembled(tx, upload) : null
  if (!whole) return { is: 'underway', standing: { sessionId, totalChunks, fileName, received, file: null } }
  return (await claimUpload(tx, upload.id)) ? { is: 'claimed', upload, whole } : { is: 'elsewhere' }
}

/** What is not built as what it began like, or is not what the browser has said, never becomes a file. */
async function verify(store: ObjectStore, found: Look & { is: 'claimed' }, place: Place): Promise<Standing> {
  const { upload, whole } = found
  const problem = (await wrongStructure(store, found)) ?? (await wrongHash(store, found, place))
  if (problem) {
    await place.inSite((tx) => dropUpload(tx, upload.id))
    await clearFolder(store, place.websiteId, upload.id)
    throw new Refusal(problem)
  }
  return place.inSite(async (tx) => {
    const now = await lockedUpload(tx, upload.sessionId, place.userId)
    if (!now) throw new Refusal('upload-session-not-found')
    const file = now.fileId ? await fileOf(tx, now.fileId) : await finishUpload(tx, now, whole, place)
    const { sessionId, totalChunks } = upload
    return { sessionId, totalChunks, received: totalChunks, fileName: file.name, file }
  })
}

type Found = { upload: Upload; whole: Whole }

async function wrongStructure(store: ObjectStore, { upload, whole }: Found): Promise<PlainReason | null> {
  const read = inBlocks(whole.bytes, async (from, to) => {
    const pieces: Uint8Array[] = []
    for await (const piece of readStored(store, whole, { from, to: to - 1 })) pieces.push(piece)
    return new Uint8Array(Buffer.concat(pieces))
  })
  return (await hasStructure(upload.type!, read, whole.bytes)) ? null : wrongKind(upload.fileType, null)
}

/** The browser may have said what the whole must come to: then it is read once more before it counts. */
async function wrongHash(store: ObjectStore, { upload, whole }: Found, place: Place): Promise<PlainReason | null> {
  if (!upload.fileSha256) return null
  const hash = createHash('sha256')
  let renewed = Date.now()
  for await (const piece of readStored(store, whole)) {
    hash.update(piece)
    if (Date.now() - renewed > 5_000) {
      renewed = Date.now()
      await place.inSite((tx) => renewClaim(tx, upload.id))
    }
  }
  return hash.digest('hex') === upload.fileSha256 ? null : 'file-damaged'
}
