import { rm } from 'node:fs/promises'
import type { Crop } from '#domain/images/crop.ts'
import {
  detectPictureKind,
  displayFileName,
  maxPictureBytes,
  type OriginalType,
  originalTypes,
  type PictureKind,
  urlNameOfFile,
} from '#domain/images/upload.ts'
import { Refusal } from '#domain/refusal.ts'
import type { FileReceiver, ReceivedFile } from '#server/files/file-receiver.ts'
import type { ImageHelpers } from '#server/images/helper-process.ts'
import { UnreadablePicture } from '#server/images/original.ts'
import { type NewPicture, originalKey, type PictureStoreDeps, pictureKey } from '#server/images/pictures.ts'
import { QueueFullError } from '#server/limits/work-queue.ts'

/** What is needed to take in a file. */
export type PictureUploadDeps = PictureStoreDeps & { receiver: FileReceiver; helpers: ImageHelpers }
type ReceivedPicture = {
  websiteId: string
  body: Parameters<FileReceiver['receive']>[0]
  /** What the file was called. */
  name: string
  crop: Crop | null
}

const pictureLimit = { bytes: maxPictureBytes, reason: 'picture-too-large' } as const
const refusedKinds = {
  heic: 'picture-heic',
  moving: 'picture-animated',
  drawing: 'picture-drawing',
} as const satisfies Partial<Record<PictureKind, string>>

/**
 * Receives a picture, makes it into what visitors get and stores both; then `keep` writes it down. A crash on the way leaves
 * a file at most, never a row without one.
 */
export async function receivePicture<T>(
  { receiver, store, helpers }: PictureUploadDeps,
  { websiteId, body, name, crop }: ReceivedPicture,
  keep: (made: NewPicture) => Promise<T>,
): Promise<T> {
  const arrived = await receiver.receive(body, pictureLimit)
  const into = await receiver.newFile()
  try {
    const type = uploadedType(arrived)
    const made = await helpers.normalise(arrived.file, crop, into).catch(rethrowAsRefusal)
    const { sha256: hash, bytes } = arrived
    await store.put(pictureKey(websiteId, made.hash), into)
    await store.put(originalKey(websiteId, hash), arrived.file, { bytes, sha256: hash })
    const original = { hash, bytes, type }
    return await keep({ ...made, name: urlNameOfFile(name, 'picture'), fileName: displayFileName(name), original })
  } finally {
    await Promise.all([arrived.file, into].map((file) => rm(file, { force: true })))
  }
}

function uploadedType({ head }: ReceivedFile): OriginalType {
  const kind = detectPictureKind(head)
  const type = originalTypes.find((each) => each === kind)
  if (type) return type
  throw new Refusal(kind === null ? 'picture-kind' : refusedKinds[kind as keyof typeof refusedKinds])
}

function rethrowAsRefusal(error: unknown): never {
  if (error instanceof UnreadablePicture) throw Object.assign(new Refusal(error.fault), { cause: error })
  if (error instanceof QueueFullError) throw new Refusal('unavailable')
  throw error
}
