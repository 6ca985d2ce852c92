import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openDiskStore } from '#server/files/disk-store.ts'

const site = '0198c5b2-7a1e-7000-8000-000000000001'

async function newStore() {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const root = join(folder, 'files')
  const fileWith = async (content: string) => {
    const file = join(folder, `new-${Math.random()}`)
    await writeFile(file, content)
    return file
  }
  return { root, folder, store: openDiskStore(root), fileWith }
}

test('what is put is there, whole and in parts, until it is deleted', async () => {
  const { store, fileWith } = await newStore()
  const key = `${site}/pictures/abc`
  const file = await fileWith('0123456789')
  expect(await store.head(key)).toBeNull()
  await store.put(key, file)
  await expect(stat(file)).rejects.toThrow('ENOENT')
  expect(await store.head(key)).toEqual({ bytes: 10 })
  expect(await text(await store.get(key))).toBe('0123456789')
  expect(await text(await store.get(key, { from: 2, to: 4 }))).toBe('234')
  expect(await store.asFile(key, (path) => readFile(path, 'utf8'))).toBe('0123456789')
  await store.delete(key)
  await store.delete(key)
  expect(await store.head(key)).toBeNull()
  await expect(store.get(key)).rejects.toThrow('ENOENT')
})

test('the same may be put again, at the same time too', async () => {
  const { store, fileWith } = await newStore()
  const key = `${site}/pictures/abc`
  const files = await Promise.all(Array.from({ length: 5 }, () => fileWith('same')))
  await Promise.all(files.map((file) => store.put(key, file)))
  expect(await text(await store.get(key))).toBe('same')
})

test('a list knows what is under a prefix and nothing else', async () => {
  const { store, fileWith } = await newStore()
  const listed = async (prefix: string) => {
    const found = []
    for await (const { key, bytes } of store.list(prefix)) found.push({ key, bytes })
    return found
  }
  expect(await listed(`${site}/pictures/`)).toEqual([])
  await store.put(`${site}/pictures/a`, await fileWith('1'))
  await store.put(`${site}/media/b`, await fileWith('22'))
  expect(await listed(`${site}/pictures/`)).toEqual([{ key: `${site}/pictures/a`, bytes: 1 }])
})

test.each([
  '../secret',
  `${site}/../../secret`,
  `${site}/pictures/..`,
  `${site}/pictures/a/../b`,
  `${site}/pictures/a\0`,
  `${site}\\pictures`,
  '/etc/passwd',
  `${site}/`,
  site,
  'pictures/a',
  '',
])('%j leads nowhere', async (key) => {
  const { store, folder, fileWith } = await newStore()
  const file = await fileWith('x')
  await expect(store.put(key, file)).rejects.toThrow('is not a key')
  await expect(store.get(key)).rejects.toThrow('is not a key')
  await expect(async () => store.delete(key)).rejects.toThrow('is not a key')
  expect(await readdir(folder)).toHaveLength(1)
})
