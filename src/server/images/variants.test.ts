import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ImageHelpers } from '#server/images/helper-process.ts'
import { type Bytes, type EncodablePicture, UnreadablePicture } from '#server/images/original.ts'
import { drawPng } from '#server/images/png.ts'
import { createPictureVariants, type PhotographRequest } from '#server/images/variants.ts'
import { QueueFullError } from '#server/limits/work-queue.ts'

type Encode = ImageHelpers['encode']

/** A photograph whose file is called like itself. */
const original = (hash: string): EncodablePicture => ({
  hash,
  width: 4000,
  height: 3000,
  bytes: 4_000_000,
  asIs: null,
  asFile: (work) => work(hash),
})
const wanted = (hash: string, width = 320): PhotographRequest => ({
  original: original(hash),
  size: { width },
  format: 'avif',
})

function memory() {
  const files = new Map<string, Bytes>()
  return {
    files,
    get: async (name: string) => files.get(name) ?? null,
    has: async (name: string) => files.has(name),
    put: async (name: string, bytes: Bytes) => void files.set(name, bytes),
  }
}

/** An encoder that finishes a picture only when the test says so. */
function byHand() {
  const open: { what: string; finish: () => void }[] = []
  const encode: Encode = async (file, { width }) => {
    const what = `${file} ${width}`
    await new Promise<void>((resolve) => open.push({ what, finish: resolve }))
    return Buffer.from(what)
  }
  const finishAll = async () => {
    for (await setImmediate(); open.length; await setImmediate()) open.shift()!.finish()
  }
  return { open, encode, finishAll }
}

test('encodes a variant once for fifty simultaneous requests, and then serves it from the cache', async () => {
  const { encode, finishAll } = byHand()
  const counted = vi.fn(encode)
  const { variant } = createPictureVariants({ cache: memory(), warn: vi.fn(), helpers: { encode: counted, drawPng } })
  const variants = Promise.all(Array.from({ length: 50 }, () => variant(wanted('a'))))
  await finishAll()
  expect(new Set(await variants).size).toBe(1)
  expect(Buffer.from(await variant(wanted('a'))).toString()).toBe('a 320')
  expect(counted).toHaveBeenCalledTimes(1)
})

test('encodes two variants at a time, queues some and refuses the rest', async () => {
  const { open, encode, finishAll } = byHand()
  const limits = { atOnce: 2, maxWaiting: 3 }
  const { variant } = createPictureVariants({ cache: memory(), warn: vi.fn(), helpers: { encode, drawPng }, limits })
  const variants = Array.from({ length: 7 }, (_, i) => variant(wanted(`p${i}`)))
  const all = Promise.allSettled(variants)
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['p0 320', 'p1 320'])
  await finishAll()
  const settled = await all
  expect(settled.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected'])
  expect(settled.at(-1)).toMatchObject({ reason: expect.any(QueueFullError) })
  const again = variant(wanted('p6'))
  await finishAll()
  expect(Buffer.from(await again).toString()).toBe('p6 320')
})

test('does not cache a failed encode and frees its place', async () => {
  const encode = vi.fn<Encode>().mockRejectedValueOnce(new Error('no')).mockRejectedValueOnce(new Error('no'))
  encode.mockResolvedValue(new Uint8Array(3))
  const limits = { atOnce: 1, maxWaiting: 0 }
  const { variant } = createPictureVariants({ cache: memory(), warn: vi.fn(), helpers: { encode, drawPng }, limits })
  await expect(variant(wanted('a'))).rejects.toThrow('no')
  await expect(variant(wanted('a'))).rejects.toThrow('no')
  expect(await variant(wanted('a'))).toHaveLength(3)
})

test('serves variants while the cache disk fails, and reports it', async () => {
  const broken = async () => {
    throw new Error('ENOSPC')
  }
  const warn = vi.fn()
  const encode = vi.fn<Encode>().mockResolvedValue(new Uint8Array(3))
  const { variant } = createPictureVariants({
    cache: { get: broken, has: broken, put: broken },
    warn,
    helpers: { encode, drawPng },
  })
  expect(await variant(wanted('a'))).toHaveLength(3)
  expect(warn).toHaveBeenCalledTimes(2)
})

const never = new AbortController().signal

test('prepares pictures one at a time, and only while no visitor waits for another', async () => {
  const { open, encode, finishAll } = byHand()
  const { variant, prepare } = createPictureVariants({ cache: memory(), warn: vi.fn(), helpers: { encode, drawPng } })
  const visitor = variant(wanted('visitor'))
  await setImmediate()
  const preparing = [prepare([wanted('p1'), wanted('p3')], never), prepare([wanted('p2')], never)]
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['visitor 320'])
  open.shift()!.finish()
  await visitor
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['p1 320'])
  const second = variant(wanted('second'))
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['p1 320', 'second 320'])
  open.shift()!.finish()
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['second 320'])
  await finishAll()
  await Promise.all([second, ...preparing])
})

test('prepares at low priority what is not there yet', async () => {
  const encode = vi.fn<Encode>(async () => new Uint8Array(3))
  const cache = memory()
  const { prepare } = createPictureVariants({ cache, warn: vi.fn(), helpers: { encode, drawPng } })
  await prepare([wanted('a')], never)
  await prepare([wanted('a'), wanted('a', 480)], never)
  expect(encode.mock.calls).toEqual([
    ['a', { width: 320 }, 'avif', 'in the background'],
    ['a', { width: 480 }, 'avif', 'in the background'],
  ])
})

test('continues after an unreadable picture, stops at another failure, and when the process ends', async () => {
  const stop = new AbortController()
  const warn = vi.fn()
  const encode = vi.fn<Encode>(async (name) => {
    if (name === 'bad') throw new UnreadablePicture('bad')
    if (name === 'unreachable') throw new Error('ECONNREFUSED')
    if (name === 'last') stop.abort()
    return new Uint8Array(3)
  })
  const { prepare } = createPictureVariants({ cache: memory(), warn, helpers: { encode, drawPng } })
  const list = (...hashes: string[]) => hashes.map((hash) => wanted(hash))
  await expect(prepare(list('bad', 'good', 'unreachable', 'never'), never)).rejects.toThrow('ECONNREFUSED')
  await expect(prepare(list('last', 'never'), stop.signal)).rejects.toThrow('aborted')
  expect(encode.mock.calls.map(([name]) => name)).toEqual(['bad', 'good', 'unreachable', 'last'])
  expect(warn).toHaveBeenCalledTimes(1)
})

test('sends the nearest variant that is ready, and makes the missing one for the next visitor', async () => {
  const { encode, finishAll } = byHand()
  const cache = memory()
  const { variant, variantOrStandIn, close } = createPictureVariants({
    cache,
    warn: vi.fn(),
    helpers: { encode, drawPng },
  })
  const ready = Promise.all([320, 1280].map((width) => variant(wanted('a', width))))
  await finishAll()
  await ready
  const sent = [await variantOrStandIn(wanted('a', 960)), await variantOrStandIn(wanted('a', 960))]
  expect(sent).toEqual(Array(2).fill({ name: 'a-1280-r1.avif', type: 'avif', bytes: Buffer.from('a 1280') }))
  await finishAll()
  expect(Buffer.from((await variantOrStandIn(wanted('a', 960))) as Bytes).toString()).toBe('a 960')
  await close()
})

test('sends a light original before any variant is made, and makes a visitor wait for a heavy one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'variants-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'photo')
  await writeFile(file, Buffer.from([0xff, 0xd8, 0xff, 1]))
  const encode = vi.fn<Encode>(async () => new Uint8Array(3))
  const { variantOrStandIn, close } = createPictureVariants({
    cache: memory(),
    warn: vi.fn(),
    helpers: { encode, drawPng },
  })
  const light = { ...wanted(file), original: { ...original(file), width: 2000, height: 1000, bytes: 4 } }
  expect(await variantOrStandIn(light)).toMatchObject({ type: 'jpeg', bytes: { length: 4 } })
  await close()
  expect(await variantOrStandIn(wanted('heavy'))).toHaveLength(3)
  expect(encode).toHaveBeenLastCalledWith('heavy', { width: 320 }, 'avif', 'at once')
})
