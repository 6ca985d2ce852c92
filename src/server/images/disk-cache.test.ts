import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDiskCache } from '#server/images/disk-cache.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newCache(max: number) {
  const folder = join(await newFolder(), 'cache', 'images')
  return { folder, cache: await openDiskCache(folder, max) }
}

const bytes = (size: number, filling = 7) => new Uint8Array(size).fill(filling)
const usedHoursAgo = (path: string, hours: number) => {
  const then = new Date(Date.now() - hours * 3_600_000)
  return utimes(path, then, then)
}

test('the cache of picture variants returns an entry, also after a restart, and leaves no temporary files', async () => {
  const { folder, cache } = await newCache(1000)
  await cache.put('a', bytes(10))
  await cache.put('a', bytes(12))
  for (const one of [cache, await openDiskCache(folder, 1000)]) expect(await one.get('a')).toHaveLength(12)
  expect(await cache.get('b')).toBeNull()
  expect(await readdir(folder)).toEqual(['a'])
})

test('the cache of picture variants evicts the least recently used files above its limit', async () => {
  const { folder, cache } = await newCache(1000)
  for (const [i, name] of ['a', 'b', 'c', 'd'].entries()) {
    await cache.put(name, bytes(240))
    await usedHoursAgo(join(folder, name), 10 - i)
  }
  await cache.get('a')
  await cache.put('e', bytes(240))
  expect((await readdir(folder)).sort()).toEqual(['a', 'd', 'e'])
})

test('two processes keep a shared folder below the limit', async () => {
  const { folder, cache } = await newCache(2000)
  const other = await openDiskCache(folder, 2000)
  for (let i = 0; i < 40; i++) {
    await (i % 2 ? cache : other).put(`file-${i}`, bytes(150))
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2000)
  }
})

test('the cache of picture variants treats a file deleted by another process as missing', async () => {
  const { folder, cache } = await newCache(1000)
  await cache.put('a', bytes(10))
  await rm(join(folder, 'a'))
  expect(await cache.get('a')).toBeNull()
})

test('does not serve partial files of a crash, and deletes them', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'empty'), '')
  await writeFile(join(folder, 'old.123.part'), 'half')
  await usedHoursAgo(join(folder, 'old.123.part'), 2)
  await writeFile(join(folder, 'new.456.part'), 'half')
  const cache = await openDiskCache(folder, 1000)
  expect(await cache.get('empty')).toBeNull()
  expect((await readdir(folder)).sort()).toEqual(['empty', 'new.456.part'])
})

test('simultaneous writers leave one whole file in the cache of picture variants', async () => {
  const { folder, cache } = await newCache(100_000)
  await Promise.all(Array.from({ length: 20 }, (_, i) => cache.put('same', bytes(1000, i))))
  const kept = await readFile(join(folder, 'same'))
  expect(kept.every((byte) => byte === kept[0])).toBe(true)
  expect(await readdir(folder)).toEqual(['same'])
})
