import { rm } from 'node:fs/promises'
import type { Crop } from '#domain/images/crop.ts'
import { maxPictureBytes, type PictureKind, pictureKind, plainName } from '#domain/images/upload.ts'
import { Refusal } from '#domain/refusal.ts'
import type { FileReceiver, ReceivedFile } from '#server/files/file-receiver.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import type { Helpers } from '#server/images/helper.ts'
import { UnreadablePicture } from '#server/images/original.ts'
import { pictureKey, type StoredPicture } from '#server/images/pictures.ts'
import { QueueFull } from '#server/limits/work-queue.ts'

/** What is needed to take in a file. */
export type PictureUploadDeps = { receiver: FileReceiver; store: ObjectStore; helpers: Helpers }
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
 * Receives a picture, makes it into what is kept and stores that; then `keep` writes it down. A crash on the way leaves
 * a file at most, never a row without one.
 */
export async function receivePicture<T>(
  { receiver, store, helpers }: PictureUploadDeps,
  { websiteId, body, name, crop }: ReceivedPicture,
  keep: (made: Omit<StoredPicture, 'id'>) => Promise<T>,
): Promise<T> {
  const arrived = await receiver.receive(body, pictureLimit)
  const into = await receiver.newFile()
  try {
    refuseKind(arrived)
    const made = await helpers.normalise(arrived.file, crop, into).catch(declined)
    await store.put(pictureKey(websiteId, made.hash), into)
    return await keep({ ...made, name: plainName(name, 'picture') })
  } finally {
    await Promise.all([arrived.file, into].map((file) => rm(file, { force: true })))
  }
}

function refuseKind({ head }: ReceivedFile): void {
  const kind = pictureKind(head)
  if (kind === null) throw new Refusal('picture-kind')
  if (kind in refusedKinds) throw new Refusal(refusedKinds[kind as keyof typeof refusedKinds])
}

function declined(error: unknown): never {
  if (error instanceof UnreadablePicture) throw Object.assign(new Refusal(error.fault), { cause: error })
  if (error instanceof QueueFull) throw new Refusal('unavailable')
  throw error
}
