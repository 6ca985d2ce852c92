import { expect, test } from 'vitest'
import { createBlockReader, createRangeBlob } from '#domain/files/block-reader.ts'

const size = 3 * 1024 * 1024 + 17
const file = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) % 251)

function counted() {
  const loads: [number, number][] = []
  const read = createBlockReader(size, async (from, to) => {
    loads.push([from, to])
    return file.slice(from, to)
  })
  return { loads, read }
}

test.each([
  [0, 10],
  [131_070, 131_075],
  [100_000, 700_001],
  [size - 5, size],
  [size - 5, size + 100],
  [size, size + 1],
])('reads bytes %i to %i of the file', async (from, to) => {
  expect(await counted().read(from, to)).toEqual(file.slice(from, to))
})

test('loads each block of a file once for many small reads, and caches only a few blocks', async () => {
  const { loads, read } = counted()
  for (let at = 0; at < 1_000; at += 10) await read(at, at + 10)
  expect(loads).toEqual([[0, 131_072]])
  for (let at = 0; at < size; at += 131_072) await read(at, at + 1)
  expect(loads).toHaveLength(25)
  await read(0, 1)
  expect(loads).toHaveLength(26)
})

test('throws when the file has become shorter', async () => {
  const read = createBlockReader(size, async () => new Uint8Array(0))
  await expect(read(0, 10)).rejects.toThrow('shorter')
  const whole = await createRangeBlob(size, counted().read).slice(5, 9).arrayBuffer()
  expect(new Uint8Array(whole)).toEqual(file.slice(5, 9))
})
