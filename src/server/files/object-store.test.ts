import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openTestS3 } from '#tests/services/s3.ts'

describe.each(['disk', 's3'])('on %s', async (kind) => {
  const root = await mkdtemp(join(tmpdir(), 'files-'))
  afterAll(() => rm(root, { recursive: true, force: true }))
  const store = kind === 'disk' ? openDiskStore(join(root, 'files')) : (await openTestS3()).store

  async function newPlace() {
    const folder = await mkdtemp(join(root, 'new-'))
    const fileWith = async (content: string) => {
      const file = join(folder, `new-${Math.random()}`)
      await writeFile(file, content)
      return file
    }
    const listed = async (prefix: string) => {
      const found = []
      for await (const { key, bytes } of store.list(prefix)) found.push({ key, bytes })
      return found.sort((a, b) => (a.key < b.key ? -1 : 1))
    }
    return { site: newId(), fileWith, listed }
  }

  test('returns an object whole and in ranges until it is deleted', async () => {
    const { site, fileWith } = await newPlace()
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

  test('accepts the same object again, also concurrently', async () => {
    const { site, fileWith } = await newPlace()
    const key = `${site}/pictures/abc`
    const files = await Promise.all(Array.from({ length: 5 }, () => fileWith('same')))
    await Promise.all(files.map((file) => store.put(key, file)))
    expect(await text(await store.get(key))).toBe('same')
  })

  test('lists the websites that have stored files', async () => {
    const [one, other] = [await newPlace(), await newPlace()]
    const known = async () => (await store.websiteIds()).filter((id) => id === one.site || id === other.site).sort()
    expect(await known()).toEqual([])
    await one.fileWith('1').then((file) => store.put(`${one.site}/pictures/a`, file))
    await one.fileWith('2').then((file) => store.put(`${one.site}/media/b`, file))
    await other.fileWith('3').then((file) => store.put(`${other.site}/uploads/x/0`, file))
    expect(await known()).toEqual([one.site, other.site].sort())
  })

  test('lists exactly the objects under a prefix', async () => {
    const { site, fileWith, listed } = await newPlace()
    expect(await listed(`${site}/pictures/`)).toEqual([])
    await store.put(`${site}/pictures/a`, await fileWith('1'))
    await store.put(`${site}/media/b`, await fileWith('22'))
    await store.put(`${site}/uploads/x/0`, await fileWith('333'))
    await store.put(`${site}/uploads/y/0`, await fileWith('4444'))
    expect(await listed(`${site}/pictures/`)).toEqual([{ key: `${site}/pictures/a`, bytes: 1 }])
    expect(await listed(`${site}/uploads/`)).toEqual([
      { key: `${site}/uploads/x/0`, bytes: 3 },
      { key: `${site}/uploads/y/0`, bytes: 4 },
    ])
    for await (const { storedAt } of store.list(`${site}/media/`))
      expect(Math.abs(Date.now() - +storedAt)).toBeLessThan(60_000)
  })

  test('never loses an object to concurrent puts and deletes', async () => {
    const { site, fileWith, listed } = await newPlace()
    const put = async (at: number) => store.put(`${site}/uploads/x/${at}`, await fileWith(String(at)))
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        await put(at)
        if (at % 2) await store.delete(`${site}/uploads/x/${at}`)
      }),
    )
    expect(await listed(`${site}/uploads/x/`)).toHaveLength(6)
  })

  test.each([
    '../secret',
    'SITE/../../secret',
    'SITE/pictures/..',
    'SITE/pictures/a/../b',
    'SITE/pictures/a\0',
    'SITE\\pictures',
    '/etc/passwd',
    'SITE/',
    'SITE',
    'pictures/a',
    '',
  ])('rejects the key %j', async (shape) => {
    const { site, fileWith } = await newPlace()
    const key = shape.replace('SITE', site)
    const before = await readdir(root)
    const file = await fileWith('x')
    await expect(store.put(key, file)).rejects.toThrow('is not a key')
    await expect(store.get(key)).rejects.toThrow('is not a key')
    await expect(async () => store.delete(key)).rejects.toThrow('is not a key')
    expect(await readdir(root)).toEqual(before)
  })
})
