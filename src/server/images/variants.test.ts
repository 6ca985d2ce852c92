import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { ImageHelpers } from '#server/images/helper-process.ts'
import type { Bytes, EncodablePicture } from '#server/images/original.ts'
import { drawPng } from '#server/images/png.ts'
import { createVariants, type VariantRequest } from '#server/images/variants.ts'
import { QueueFullError } from '#server/limits/work-queue.ts'

type Encode = ImageHelpers['encode']

/** A photograph whose file is called like itself. */
const original = (hash: string): EncodablePicture => ({
  hash,
  width: 4000,
  height: 3000,
  asIs: null,
  asFile: (work) => work(hash),
})
const wanted = (hash: string, width = 320): VariantRequest => ({
  original: original(hash),
  size: { width },
  format: 'avif',
})

function memory() {
  const files = new Map<string, Bytes>()
  return {
    get: async (name: string) => files.get(name) ?? null,
    put: async (name: string, bytes: Bytes) => void files.set(name, bytes),
  }
}

/** An encoder that finishes a picture only when the test says so. */
function byHand() {
  const open: { what: string; finish: () => void }[] = []
  const encode: Encode = async (file, { width }) => {
    const what = `${file} ${width}`
    await new Promise<void>((resolve) => open.push({ what, finish: resolve }))
    return new TextEncoder().encode(what)
  }
  const finishAll = async () => {
    for (await setImmediate(); open.length; await setImmediate()) open.shift()!.finish()
  }
  return { open, encode, finishAll }
}

test('encodes a variant once for fifty simultaneous requests, and then serves it from the cache', async () => {
  const { encode, finishAll } = byHand()
  const counted = vi.fn(encode)
  const { variant } = createVariants({ cache: memory(), warn: vi.fn(), helpers: { encode: counted, drawPng } })
  const variants = Promise.all(Array.from({ length: 50 }, () => variant(wanted('a'))))
  await finishAll()
  expect(new Set(await variants).size).toBe(1)
  expect(Buffer.from(await variant(wanted('a'))).toString()).toBe('a 320')
  expect(counted).toHaveBeenCalledTimes(1)
})

test('encodes two variants at a time, queues some and refuses the rest', async () => {
  const { open, encode, finishAll } = byHand()
  const limits = { atOnce: 2, maxWaiting: 3 }
  const { variant } = createVariants({ cache: memory(), warn: vi.fn(), helpers: { encode, drawPng }, limits })
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
  const { variant } = createVariants({ cache: memory(), warn: vi.fn(), helpers: { encode, drawPng }, limits })
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
  const { variant } = createVariants({ cache: { get: broken, put: broken }, warn, helpers: { encode, drawPng } })
  expect(await variant(wanted('a'))).toHaveLength(3)
  expect(warn).toHaveBeenCalledTimes(2)
})

test('encodes for visitors before the warm-up', async () => {
  const { open, encode, finishAll } = byHand()
  const { variant, warmUp } = createVariants({ cache: memory(), warn: vi.fn(), helpers: { encode, drawPng } })
  const visitor = variant(wanted('visitor'))
  await setImmediate()
  const warming = warmUp([wanted('w1'), wanted('w2')], new AbortController().signal)
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['visitor 320'])
  open.shift()!.finish()
  await visitor
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['w1 320'])
  const second = variant(wanted('second'))
  await setImmediate()
  open.shift()!.finish()
  await setImmediate()
  expect(open.map(({ what }) => what)).toEqual(['second 320'])
  await finishAll()
  await Promise.all([second, warming])
})

test('continues the warm-up after a bad picture, and stops it when the process ends', async () => {
  const stop = new AbortController()
  const warn = vi.fn()
  const encode = vi.fn<Encode>(async (name) => {
    if (name === 'bad') throw new Error('bad')
    if (name === 'last') stop.abort()
    return new Uint8Array(3)
  })
  const { warmUp } = createVariants({ cache: memory(), warn, helpers: { encode, drawPng } })
  await warmUp(
    ['bad', 'good', 'last', 'never'].map((hash) => wanted(hash)),
    stop.signal,
  )
  expect(encode).toHaveBeenCalledTimes(3)
  expect(warn).toHaveBeenCalledTimes(1)
})
