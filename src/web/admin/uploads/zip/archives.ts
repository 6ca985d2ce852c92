/** Where archives are written to and wait to be sent: files that only this site's pages in this browser can see. */
export type Archive = { writable: WritableStream<Uint8Array<ArrayBuffer>>; file: () => Promise<File> }

/** What workers have and pages have not; the types of pages do not know it. */
type Access = Record<'flush' | 'close', () => void> & {
  truncate: (bytes: number) => void
  write: (piece: Uint8Array, where: { at: number }) => number
  getSize: () => number
}
type InWorker = FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<Access> }

const folder = 'albums'

/** Null in a browser that has no place for files, or whose owner does not let it have one. */
async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true })
  } catch {
    return null
  }
}

export const canKeepArchives = async (): Promise<boolean> => (await openFolder()) !== null

/** An empty archive of this name; held in memory where there is no other place. */
export async function openArchive(name: string): Promise<Archive> {
  const handle = await (await openFolder())?.getFileHandle(name, { create: true })
  const writable = handle && (await written(handle))
  return handle && writable ? { writable, file: () => handle.getFile() } : heldArchive(name)
}

/** Workers may write straight into a file, which is several times as fast; pages may not. */
async function written(handle: InWorker): Promise<Archive['writable'] | null> {
  if (handle.createSyncAccessHandle) return direct(await handle.createSyncAccessHandle())
  return 'createWritable' in handle ? handle.createWritable() : null
}

/** Where there is no more room, Chromium says that it has written some billions of bytes. */
function direct(access: Access): Archive['writable'] {
  let bytes = 0
  const full = () => new DOMException('There is no more room.', 'QuotaExceededError')
  access.truncate(0)
  return new WritableStream({
    write(piece) {
      const isWritten = access.write(piece, { at: bytes }) === piece.length
      bytes += piece.length
      if (isWritten) return
      // A stream that fails is not aborted any more, and its file could not be removed as long as it is open.
      access.close()
      throw full()
    },
    close() {
      access.flush()
      const isWhole = access.getSize() === bytes
      access.close()
      if (!isWhole) throw full()
    },
    abort: () => access.close(),
  })
}

function heldArchive(name: string): Archive {
  const pieces: Blob[] = []
  const writable = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (piece) => void pieces.push(new Blob([piece])),
  })
  return { writable, file: async () => new File(pieces, name, { type: 'application/zip' }) }
}

/** Null when there is none of this name. One that was begun and not finished is told by its size from what is wanted. */
export async function keptArchive(name: string): Promise<File | null> {
  const handle = await (await openFolder())?.getFileHandle(name).catch(() => null)
  const file = await handle?.getFile().catch(() => null)
  return file ?? null
}

/** A worker that was ended holds its file for a moment longer. */
export async function removeArchive(name: string): Promise<void> {
  const found = await openFolder()
  for (let turn = 1; found && turn <= 10; turn++) {
    const problem = await found.removeEntry(name).catch((error: DOMException) => error.name)
    if (problem !== 'NoModificationAllowedError') return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function keptNames(): Promise<string[]> {
  const names: string[] = []
  for await (const name of (await openFolder())?.keys() ?? []) names.push(name)
  return names
}
