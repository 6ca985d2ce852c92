import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { chunkKey, readStoredInBuffers, type StoredFile } from '#server/uploads/stored-file.ts'

const chunkBytes = 100_000

/** Two chunks and a half, on a disk. */
async function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-stored-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = openDiskStore(folder)
  const receiver = openFileReceiver(join(folder, 'incoming'))
  const content = randomBytes(2.5 * chunkBytes)
  const chunks = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
  const file: StoredFile = {
    websiteId: randomUUID(),
    uploadId: randomUUID(),
    chunkBytes,
    bytes: content.length,
    chunks,
  }
  const keys = chunks.map((hash, index) => chunkKey(file.websiteId, file.uploadId, index, hash))
  for (const [index, key] of keys.entries()) {
    const path = await receiver.newFile()
    await writeFile(path, content.subarray(index * chunkBytes, (index + 1) * chunkBytes))
    await store.put(key, path)
  }
  const open = async () => {
    const targets = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
    return (await Promise.all(targets)).filter((target) => target.startsWith(folder)).length
  }
  const cutShort = (key: string, bytes: number) => truncate(join(folder, key), bytes)
  return { store, file, content, keys, cutShort, open }
}

test('reads any range across chunks and leaves nothing open', async () => {
  const { store, file, content, open } = await newFile()
  const isLent = async ([from, to]: [number, number]) => {
    const pieces: Buffer[] = []
    for await (const piece of readStoredInBuffers(store, file, { from, to })) pieces.push(Buffer.from(piece))
    expect(Buffer.concat(pieces).equals(content.subarray(from, to + 1)), `${from}-${to}`).toBe(true)
  }
  const byte = fc.nat({ max: content.length - 1 })
  const any = fc.tuple(byte, byte).map(([one, other]): [number, number] => [Math.min(one, other), Math.max(one, other)])
  const examples: [[number, number]][] = [[[0, 249_999]], [[99_999, 100_000]], [[100_000, 199_999]], [[5, 5]]]
  await fc.assert(fc.asyncProperty(any, isLent), { numRuns: 300, examples })
  await expect.poll(open).toBe(0)
})

test('opens the next chunk ahead and closes it when the reader stops', async () => {
  const { store, file, open } = await newFile()
  const pieces = readStoredInBuffers(store, file, { from: 0, to: 249_999 })
  for (let had = 0; had < chunkBytes; had += (await pieces.next()).value!.length);
  await expect.poll(open).toBe(2)
  await pieces.return()
  await expect.poll(open).toBe(0)
})

test('throws for a missing chunk after all bytes before it', async () => {
  const { store, file, keys, open } = await newFile()
  await store.delete(keys[1]!)
  const pieces = readStoredInBuffers(store, file, { from: 0, to: 249_999 })
  for (let had = 0; had < chunkBytes; had += (await pieces.next()).value!.length);
  await expect(pieces.next()).rejects.toMatchObject({ code: 'ENOENT' })
  await expect.poll(open).toBe(0)
})

test('never skips a truncated chunk', async () => {
  const { store, file, keys, cutShort, open } = await newFile()
  await cutShort(keys[1]!, 60_000)
  let had = 0
  const all = async () => {
    for await (const piece of readStoredInBuffers(store, file, { from: 0, to: 249_999 })) had += piece.length
  }
  await expect(all()).rejects.toMatchObject({ code: 'ENOENT' })
  expect(had).toBe(160_000)
  await expect.poll(open).toBe(0)
})
