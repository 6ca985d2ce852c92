import type { AlbumAnswer } from '#api/admin/albums.ts'
import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { uploadTexts, zipTexts } from '#domain/texts/uploads.ts'
import { addSpeedSample, type SpeedSample } from '#domain/ui/transfer-speed.ts'
import { memoryLimits } from '#domain/uploads/browser-resources.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'
import { assertFileSize } from '#domain/uploads/session.ts'
import { compressionLevelFor, spaceToMakeZip, type ZipStage, zipName } from '#domain/uploads/zip.ts'
import type { UploadEngine } from '#web/admin/uploads/engine/engine.ts'
import { ZipError, type ZipProgress, type ZipTask } from '#web/admin/uploads/zip/types.ts'

/** An archive that is being made or has failed. A complete one is an upload like any other. */
export type AlbumZipJob = {
  productId: string
  stage: ZipStage
  /** How much has been read, and when. */
  samples: readonly SpeedSample[]
  totalBytes: number
  /** Why there is none. */
  sentence: string | null
}

export type ZippedProduct = Pick<UploadOptions, 'websiteId' | 'productId'> & { productName: string }

export type AlbumZipDeps = {
  uploads: Pick<UploadEngine, 'add' | 'list' | 'subscribe' | 'resume' | 'cancel' | 'fileOf'>
  albumOf: (productId: string) => Promise<AlbumAnswer>
  make: (order: ZipTask, how: { onProgress: (at: ZipProgress) => void; signal: AbortSignal }) => Promise<File>
  archives: {
    kept: (name: string) => Promise<File | null>
    remove: (name: string) => Promise<void>
    names: () => Promise<string[]>
  }
  /** How many bytes may be written; `isHeld` where they stay in memory until they are sent. */
  room: () => Promise<{ bytes: number; isHeld: boolean }>
  /** Does the work unless another tab does something of this name; false then. */
  alone: (name: string, work: () => Promise<void>) => Promise<boolean>
  now: () => number
  wait: (ms: number) => Promise<void>
}

/** Interval and limit of asking the server whether the tags of new files are read. */
const readingMs = 500
const readingTurns = 20

const keptAs = (productId: string) => `${productId}.zip`

/** Makes archives of albums, one at a time per product, and uploads them. Independent of React. */
export function createAlbumZips(deps: AlbumZipDeps) {
  const { uploads, archives } = deps
  let zips: readonly AlbumZipJob[] = []
  const stops = new Map<string, AbortController>()
  const readers = new Set<() => void>()

  function change(next: readonly AlbumZipJob[]): void {
    zips = next
    for (const read of readers) read()
  }
  const without = (productId: string) => zips.filter((zip) => zip.productId !== productId)
  const update = (productId: string, changes: Partial<AlbumZipJob>) =>
    change(zips.map((zip) => (zip.productId === productId ? { ...zip, ...changes } : zip)))

  async function start(product: ZippedProduct): Promise<void> {
    const { productId } = product
    if (stops.has(productId)) return
    const stop = new AbortController()
    stops.set(productId, stop)
    change([...without(productId), { productId, stage: 'initializing', samples: [], totalBytes: 0, sentence: null }])
    try {
      const isMine = await deps.alone(keptAs(productId), () => makeOrClear(product, stop.signal))
      if (!isMine) throw new ZipError(albumZipTexts.elsewhere, 'final')
    } catch (error) {
      const reason = error instanceof Error ? error.message : albumZipTexts.failed
      update(productId, { sentence: stop.signal.aborted ? zipTexts.cancelled : reason })
    } finally {
      stops.delete(productId)
    }
  }

  /** The archive of this name belongs to another tab unless this one holds the lock. */
  async function makeOrClear(product: ZippedProduct, signal: AbortSignal): Promise<void> {
    try {
      await makeAndSend(product, signal)
    } catch (error) {
      await archives.remove(keptAs(product.productId))
      throw error
    }
  }

  async function makeAndSend(product: ZippedProduct, signal: AbortSignal): Promise<void> {
    const { productId, productName, websiteId } = product
    const { entries, state } = await readAlbum(deps, productId, signal)
    const totalBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    await checkRoom(deps, entries, totalBytes)
    if (signal.aborted) throw new ZipError(zipTexts.cancelled, 'final')
    update(productId, { totalBytes })
    const parts = partsOf(entries, uploads)
    const onProgress = ({ stage, doneBytes }: ZipProgress) => {
      const samples = zips.find((zip) => zip.productId === productId)?.samples ?? []
      update(productId, { stage, samples: addSpeedSample(samples, { ms: deps.now(), bytes: doneBytes }) })
    }
    const file = await deps.make({ keptAs: keptAs(productId), parts }, { onProgress, signal })
    await uploads.add([file], () => ({
      websiteId,
      productId,
      productName,
      fileType: 'album',
      isAlbum: true,
      targetFilename: zipName(productName),
      madeFrom: state,
    }))
    change(without(productId))
    await removeWhenSent(deps, productId)
  }

  return {
    list: () => zips,
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
    isBusy: () => zips.some(({ sentence }) => sentence === null),
    start,
    cancel: (productId: string) => stops.get(productId)?.abort(),
    dismiss: (productId: string) => change(without(productId)),
    recover: () => recoverArchives(deps),
  }
}

const partsOf = (entries: AlbumAnswer['entries'], uploads: Pick<UploadEngine, 'fileOf'>): ZipTask['parts'] =>
  entries.map(({ fileId, name, type, bytes, createdAt }) => {
    const file = uploads.fileOf(fileId)
    const modified = file?.lastModified ?? Date.parse(createdAt)
    return { name, type, bytes, modified, file, path: `/api/admin/albums/files/${fileId}` }
  })

/** Waits for the tags, which give the tracks their names, but not forever. */
async function readAlbum(deps: AlbumZipDeps, productId: string, signal: AbortSignal): Promise<AlbumAnswer> {
  for (let turn = 1; ; turn++) {
    const album = await deps.albumOf(productId)
    if (album.isRead || turn === readingTurns || signal.aborted) return album
    await deps.wait(readingMs)
  }
}

async function checkRoom(deps: AlbumZipDeps, entries: AlbumAnswer['entries'], totalBytes: number): Promise<void> {
  // The size of the parts that are not compressed is the least size of the archive.
  assertFileSize(entries.reduce((sum, { type, bytes }) => sum + (compressionLevelFor(type) === 0 ? bytes : 1), 0))
  const { bytes, isHeld } = await deps.room()
  const pressed = entries.filter(({ type }) => compressionLevelFor(type) > 0).map((entry) => entry.bytes)
  if (spaceToMakeZip(totalBytes, isHeld ? [] : pressed) > bytes)
    throw new ZipError(isHeld ? uploadTexts.memoryShort : albumZipTexts.storageFull, 'final')
}

const isOf = (productId: string) => (upload: ReturnType<UploadEngine['list']>[number]) =>
  upload.options.madeFrom !== undefined && upload.options.productId === productId && upload.state !== 'completed'

/** Once an archive has arrived, or was given up, its copy here goes. */
function removeWhenSent({ uploads, archives }: AlbumZipDeps, productId: string): Promise<void> {
  return new Promise((resolve) => {
    const checkAgain = () => {
      if (uploads.list().some(isOf(productId))) return
      stopLooking()
      resolve(archives.remove(keptAs(productId)))
    }
    const stopLooking = uploads.subscribe(checkAgain)
    checkAgain()
  })
}

/** After a reload: resumes archives that were being uploaded, and deletes all others. */
async function recoverArchives(deps: AlbumZipDeps): Promise<void> {
  const { uploads, archives } = deps
  const waiting = uploads.list().filter(({ state, options }) => state === 'needs-file' && options.madeFrom)
  const names = new Set([...(await archives.names()), ...waiting.map(({ options }) => keptAs(options.productId))])
  for (const name of names)
    void deps.alone(name, async () => {
      const upload = waiting.find(({ options }) => keptAs(options.productId) === name)
      const file = upload && (await archives.kept(name))
      const isOn =
        file &&
        (await uploads.resume(upload.sessionId, file).then(
          () => true,
          () => false,
        ))
      if (upload && isOn) return removeWhenSent(deps, upload.options.productId)
      // The archive is lost, and the owner cannot choose it again.
      if (upload) await uploads.cancel(upload.sessionId)
      await archives.remove(name)
    })
}

export type AlbumZips = ReturnType<typeof createAlbumZips>
export const zipMemoryBudget = (used: number | null) => ({ bytes: memoryLimits.max - (used ?? 0), isHeld: true })
