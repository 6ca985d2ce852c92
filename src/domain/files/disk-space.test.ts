import { expect, test } from 'vitest'
import { availableFileBytes, reservedDiskBytes } from '#domain/files/disk-space.ts'

const gigabyte = 1024 ** 3

test.each([
  [10, 1],
  [20, 1],
  [100, 5],
])('files on a disk of %d GB leave %d GB free', (total, kept) => {
  expect(reservedDiskBytes(total * gigabyte)).toBe(kept * gigabyte)
  expect(availableFileBytes({ free: kept * gigabyte, total: total * gigabyte })).toBe(0)
  expect(availableFileBytes({ free: kept * gigabyte + 7, total: total * gigabyte })).toBe(7)
})
