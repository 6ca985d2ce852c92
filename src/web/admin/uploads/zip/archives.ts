import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { ZipError } from '#web/admin/uploads/zip/types.ts'

/** Where archives are written to and wait to be sent: files that only this site's pages in this browser can see. */
export type ArchiveFile = {
  writable: WritableStream<Uint8Array<ArrayBuffer>>
  file: () => Promise<File>
  /** In memory, because this browser has no other place. */
  isHeld: boolean
}

/** Exists only in workers; the DOM types lack it. */
type SyncAccessHandle = Record<'flush' | 'close', () => void> & {
  truncate: (bytes: number) => void
  write: (piece: Uint8Array, where: { at: number }) => number
  getSize: () => number
}
type InWorker = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<SyncAccessHandle> }

/** Null where the browser has no private file system or denies it. */
async function openFolder(...path: string[]): Promise<FileSystemDirectoryHandle | null> {
  try {
    let folder = await navigator.storage.getDirectory()
    for (const name of path) folder = await folder.getDirectoryHandle(name, { create: true })
    return folder
  } catch {
    return null
  }
}

const openAlbums = () => openFolder('albums')

export const hasArchiveStorage = async (): Promise<boolean> => (await openAlbums()) !== null

/** An empty archive of this name; held in memory where there is no other place. */
export const openArchiveFile = async (name: string): Promise<ArchiveFile> => openFile(await openAlbums(), name)

/** The file of a compressed part until it is written. It is deleted with its archive at the latest. */
export const openTemporaryFile = async (archive: string, name: string): Promise<ArchiveFile> =>
  openFile(await openFolder('asides', archive), name)

async function openFile(folder: FileSystemDirectoryHandle | null, name: string): Promise<ArchiveFile> {
  const handle = await folder?.getFileHandle(name, { create: true })
  const writable = handle && (await onceFree(() => written(handle)))
  return handle && writable ? { writable, file: () => handle.getFile(), isHeld: false } : heldArchive(name)
}

/** Workers may write straight into a file, which is several times as fast; pages may not. */
async function written(handle: InWorker): Promise<ArchiveFile['writable'] | null> {
  if (handle.createSyncAccessHandle) return createSyncWritable(await handle.createSyncAccessHandle())
  return 'createWritable' in handle ? handle.createWritable() : null
}

/** Where there is no more room, Chromium says that it has written some billions of bytes. */
function createSyncWritable(access: SyncAccessHandle): ArchiveFile['writable'] {
  let bytes = 0
  const quotaExceededError = () => new DOMException('There is no more room.', 'QuotaExceededError')
  access.truncate(0)
  return new WritableStream({
    write(piece) {
      const isWritten = access.write(piece, { at: bytes }) === piece.length
      bytes += piece.length
      if (isWritten) return
      // A failed stream is not aborted by itself, and its file cannot be deleted while it is open.
      access.close()
      throw quotaExceededError()
    },
    close() {
      access.flush()
      const isWhole = access.getSize() === bytes
      access.close()
      if (!isWhole) throw quotaExceededError()
    },
    abort: () => access.close(),
  })
}

function heldArchive(name: string): ArchiveFile {
  const pieces: Blob[] = []
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (piece) => void pieces.push(new Blob([piece])),
  })
  return { writable, file: async () => new File(pieces, name, { type: 'application/zip' }), isHeld: true }
}

/** Null when there is none of this name. An unfinished one has another size. */
export async function findStoredArchive(name: string): Promise<File | null> {
  const handle = await (await openAlbums())?.getFileHandle(name).catch(() => null)
  const file = await handle?.getFile().catch(() => null)
  return file ?? null
}

export async function removeArchive(name: string): Promise<void> {
  await removeEntry(await openFolder('asides'), name)
  await removeEntry(await openAlbums(), name)
}

export const removeTemporary = async (archive: string, name: string): Promise<void> =>
  removeEntry(await openFolder('asides', archive), name)

/** A file that cannot be deleted now is deleted after the next page load. */
async function removeEntry(folder: FileSystemDirectoryHandle | null, name: string): Promise<void> {
  await onceFree(async () => folder?.removeEntry(name, { recursive: true })).catch(() => {})
}

const [releaseTries, releaseWaitMs] = [50, 100]

/** A worker that was ended holds its files for a moment longer. */
async function onceFree<T>(work: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await work()
    } catch (error) {
      const isHeld = error instanceof DOMException && error.name === 'NoModificationAllowedError'
      if (!isHeld || turn === releaseTries) throw error
      await new Promise((resolve) => setTimeout(resolve, releaseWaitMs))
    }
  }
}

/** The names of all complete or partial archives. */
export async function storedArchiveNames(): Promise<string[]> {
  const names = new Set<string>()
  for (const folder of ['albums', 'asides'])
    for await (const name of (await openFolder(folder))?.keys() ?? []) names.add(name)
  return [...names]
}

/** The message for a full disk; other errors unchanged. */
export const toStorageFullError = (error: unknown): unknown =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? new ZipError(albumZipTexts.storageFull, 'final')
    : error
