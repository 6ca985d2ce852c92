import { randomBytes } from 'node:crypto'
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { hasValidFileStructure } from '#domain/uploads/structure.ts'
import {
  type CompressTask,
  ZipError,
  type ZipProgress,
  type ZipRun,
  type ZipSourceFile,
} from '#web/admin/uploads/zip/types.ts'
import { writeZip } from '#web/admin/uploads/zip/write-zip.ts'
import { compressPart } from '#web/admin/uploads/zip/zip-parts.ts'

const bytes = randomBytes(3 * 1024 * 1024)
const part: ZipSourceFile = {
  name: '01_tide.mp3',
  type: 'audio/mpeg',
  bytes: bytes.length,
  modified: 0,
  path: '/files/1',
  file: new File([bytes], 'Tide.mp3'),
}
const how = { onProgress: () => {}, signal: new AbortController().signal }

/** A worker whose storage accepts this many bytes and then fails like Chromium, with any error. */
function storageOf(room: number, { isLying = false, heldFor = 0 } = {}) {
  const held = Buffer.alloc(room)
  const seen = { size: 0, isClosed: false, held }
  const access = {
    flush: () => {},
    truncate: () => {},
    getSize: () => seen.size,
    write: (piece: Uint8Array, { at }: { at: number }) => {
      const fits = Buffer.from(piece).copy(held, Math.min(at, room))
      seen.size = Math.min(room, at + piece.length)
      return fits === piece.length || isLying ? piece.length : 4_294_967_295
    },
    close: () => {
      seen.isClosed = true
    },
  }
  const handle = {
    createSyncAccessHandle: async () => {
      if (heldFor-- > 0) throw new DOMException('Another has it.', 'NoModificationAllowedError')
      return access
    },
    getFile: async () => new File([held.subarray(0, seen.size)], 'a.zip'),
  }
  const folder = { getDirectoryHandle: async () => folder as unknown, getFileHandle: async () => handle }
  vi.stubGlobal('navigator', { ...navigator, storage: { getDirectory: async () => folder } })
  return seen
}
afterEach(() => void vi.unstubAllGlobals())

/** A worker with unlimited storage, and the names of its files. */
function roomyStorage(): () => string[] {
  const files = new Map<string, Buffer>()
  const fileAt = (path: string) => {
    const access = {
      flush: () => {},
      close: () => {},
      truncate: () => void files.set(path, Buffer.alloc(0)),
      getSize: () => files.get(path)!.length,
      write: (piece: Uint8Array) => {
        files.set(path, Buffer.concat([files.get(path)!, piece]))
        return piece.length
      },
    }
    return {
      createSyncAccessHandle: async () => access,
      getFile: async () => new File([new Uint8Array(files.get(path)!)], path),
    }
  }
  const folderAt = (path: string): object => ({
    getDirectoryHandle: async (name: string) => folderAt(`${path}${name}/`),
    getFileHandle: async (name: string) => fileAt(path + name),
    removeEntry: async (name: string) => void files.delete(path + name),
  })
  vi.stubGlobal('navigator', { ...navigator, storage: { getDirectory: async () => folderAt('') } })
  return () => [...files.keys()]
}

test('writes an archive within the available room', async () => {
  const seen = storageOf(4 * 1024 * 1024)
  const file = await writeZip({ keptAs: 'p.zip', parts: [part] }, how)
  expect(Buffer.from(await file.slice(0, 4).arrayBuffer()).toString()).toBe('PK\x03\x04')
  expect(file.size).toBeGreaterThan(bytes.length)
  expect(seen.isClosed).toBe(true)
})

test('waits while a terminated worker still has the archive open', async () => {
  vi.useFakeTimers()
  storageOf(4 * 1024 * 1024, { heldFor: 3 })
  const making = writeZip({ keptAs: 'p.zip', parts: [part] }, how)
  await vi.advanceTimersByTimeAsync(300)
  vi.useRealTimers()
  expect((await making).size).toBeGreaterThan(bytes.length)
})

test.each([
  ['throws', {}],
  ['fails silently', { isLying: true }],
])('the archive reports a full disk when the store %s', async (_, lying) => {
  const seen = storageOf(2 * 1024 * 1024, lying)
  await expect(writeZip({ keptAs: 'p.zip', parts: [part] }, how)).rejects.toMatchObject({
    message: albumZipTexts.storageFull,
    fault: 'final',
  })
  expect(seen.isClosed).toBe(true)
})

describe('an album of MP3s, stored without compression', () => {
  const second = { ...part, name: '02_ebb.mp3' }
  /** The reported stages, and whether the archive was closed by then. */
  function watched() {
    const seen = storageOf(12 * 1024 * 1024)
    const reported: [string, boolean][] = []
    const onProgress = ({ stage }: ZipProgress) => void reported.push([stage, seen.isClosed])
    return { seen, reported, how: { ...how, onProgress } }
  }

  test('an archive reports each stage, and complete only when everything is written', async () => {
    const { reported, how } = watched()
    await writeZip({ keptAs: 'p.zip', parts: [part, second] }, how)
    expect(reported).toEqual([
      ['initializing', false],
      ['processing', false],
      ['processing', false],
      ['generating', false],
      ['complete', true],
    ])
  })

  test('an archive fails as a whole when one file is missing, and names it', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    const { seen, reported, how } = watched()
    const parts = [part, { ...second, file: null }, { ...part, name: '03_flow.mp3' }]
    await expect(writeZip({ keptAs: 'p.zip', parts }, how)).rejects.toMatchObject({
      message: albumZipTexts.trackMissing({ name: '02_ebb.mp3' }),
      fault: 'final',
    })
    expect(reported.map(([stage]) => stage)).toEqual(['initializing', 'processing'])
    expect(seen.isClosed).toBe(true)
  })
})

/** Every name and what is under it, held against its checksum. */
async function readZip(file: File): Promise<[string, Buffer][]> {
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer())
  // As the server checks it.
  expect(await hasValidFileStructure('application/zip', read, file.size)).toBe(true)
  const entries = await new ZipReader(new BlobReader(file), { checkSignature: true }).getEntries()
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error('There are no folders in an album.')
      return [entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter()))] as [string, Buffer]
    }),
  )
}

describe('compressible files', async () => {
  const recording = (name: string, text: string): ZipSourceFile => {
    const sound = Buffer.from(text.repeat(100_000))
    const facts = { name, type: 'audio/wav', bytes: sound.length, modified: 0, path: `/files/${name}` }
    return { ...facts, file: new File([sound], name) }
  }
  const parts = [
    recording('01_tide.wav', 'tide'),
    part,
    recording('02_ebb.wav', 'ebb'),
    recording('03_flow.wav', 'flow'),
  ]
  const wanted = await Promise.all(
    parts.map(async ({ name, file }) => [name, Buffer.from(await file!.arrayBuffer())] as [string, Buffer]),
  )

  test.each([
    ['in this worker', null],
    ['in other workers', compressPart],
  ])('compresses files %s, and they unpack to the same bytes in the same order', async (_, compress) => {
    const kept = roomyStorage()
    const seen: number[] = []
    const onProgress = ({ doneBytes }: { doneBytes: number }) => void seen.push(doneBytes)
    const file = await writeZip({ keptAs: 'p.zip', parts }, { ...how, onProgress, compress })
    expect(await readZip(file)).toEqual(wanted)
    expect(file.size).toBeLessThan(bytes.length + 10_000)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(parts.reduce((sum, each) => sum + each.bytes, 0))
    expect(kept()).toEqual(['albums/p.zip'])
  })

  test('writes no temporary files when the archive is held in memory', async () => {
    const compress = vi.fn(compressPart)
    expect(await readZip(await writeZip({ keptAs: 'p.zip', parts }, { ...how, compress }))).toEqual(wanted)
    expect(compress).not.toHaveBeenCalled()
  })

  test('an archive compresses at most two files at once and keeps their order', async () => {
    roomyStorage()
    const begun: string[] = []
    const second = Promise.withResolvers<void>()
    let [busy, max] = [0, 0]
    const compress: ZipRun<CompressTask> = async (order, how) => {
      begun.push(order.part.name)
      max = Math.max(max, ++busy)
      if (order.part.name === '01_tide.wav') await second.promise
      const file = await compressPart(order, how)
      if (order.part.name === '02_ebb.wav') second.resolve()
      busy--
      return file
    }
    const [tide, , ebb, flow] = parts
    const file = await writeZip({ keptAs: 'p.zip', parts: [tide!, ebb!, flow!] }, { ...how, compress })
    expect((await readZip(file)).map(([name]) => name)).toEqual(['01_tide.wav', '02_ebb.wav', '03_flow.wav'])
    expect(begun).toEqual(['01_tide.wav', '02_ebb.wav', '03_flow.wav'])
    expect(max).toBe(2)
  })

  test('fails the whole archive when compressing one file fails', async () => {
    roomyStorage()
    const compress: ZipRun<CompressTask> = async (order, how) => {
      if (order.part.name === '02_ebb.wav') throw new ZipError('It is gone.', 'final')
      return compressPart(order, how)
    }
    await expect(writeZip({ keptAs: 'p.zip', parts }, { ...how, compress })).rejects.toThrow('It is gone.')
  })

  test('the archive reports a disk that is full while it compresses', async () => {
    storageOf(100)
    const order = { archive: 'p.zip', name: '0', part: { ...part, type: 'audio/wav' } }
    await expect(compressPart(order, how)).rejects.toMatchObject({ message: albumZipTexts.storageFull, fault: 'final' })
  })
})
