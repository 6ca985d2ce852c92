import { expect, test, vi } from 'vitest'
import { createDiskSpaceGuard } from '#server/files/disk-space.ts'

const gigabyte = 1024 ** 3
const full = { reason: 'storage-full' }

/** A disk of ten gigabytes with one in reserve, and a fixed clock. */
function newDisk(bytesForFiles: number) {
  const disk = { free: gigabyte + bytesForFiles, total: 10 * gigabyte, now: 0 }
  const ask = vi.fn(async () => ({ free: disk.free, total: disk.total }))
  const warn = vi.fn()
  return { disk, ask, warn, diskSpace: createDiskSpaceGuard({ ask, warn, clock: () => disk.now }) }
}

test('files use the free space except the reserve', async () => {
  const { diskSpace } = newDisk(100)
  await diskSpace.check(100)
  await diskSpace.take(60)
  await expect(diskSpace.take(41)).rejects.toMatchObject(full)
  await diskSpace.take(40)
  await expect(diskSpace.take(1)).rejects.toMatchObject(full)
})

test('concurrent requests measure the disk once and share the free space', async () => {
  const { diskSpace, ask } = newDisk(100)
  const taken = await Promise.allSettled(Array.from({ length: 30 }, () => diskSpace.take(10)))
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('notices freed space after a moment', async () => {
  const { diskSpace, disk } = newDisk(0)
  await expect(diskSpace.take(1)).rejects.toMatchObject(full)
  disk.free += 100
  disk.now += 2_000
  await diskSpace.take(100)
})

test('logs a full disk once a minute', async () => {
  const { diskSpace, disk, warn } = newDisk(-1)
  const refuse = () => expect(diskSpace.take(1)).rejects.toMatchObject(full)
  await refuse()
  disk.now += 59_999
  await refuse()
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]).toEqual([
    { free: gigabyte - 1, total: 10 * gigabyte, kept: gigabyte },
    expect.stringContaining('the disk is nearly full'),
  ])
  disk.now += 1
  await refuse()
  expect(warn).toHaveBeenCalledTimes(2)
})

test('refuses nothing where the free space is unknown', async () => {
  await createDiskSpaceGuard({ ask: async () => null, warn: () => {} }).take(gigabyte)
})
