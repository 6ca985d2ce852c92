import { expect, test } from 'vitest'
import {
  canFitIntoMemory,
  maxChunkBytesFor,
  memoryStatus,
  sessionStorageKindFor,
} from '#domain/uploads/browser-resources.ts'

const MB = 1024 * 1024

test.each([
  [null, 'safe'],
  [0, 'safe'],
  [250 * MB - 1, 'safe'],
  [250 * MB, 'warning'],
  [350 * MB - 1, 'warning'],
  [350 * MB, 'critical'],
  [500 * MB - 1, 'critical'],
  [500 * MB, 'danger'],
])('%s bytes of memory in use have the status %s', (used, status) => expect(memoryStatus(used)).toBe(status))

test('limits the chunk size only when memory is short', () => {
  const sizes = (['safe', 'warning', 'critical', 'danger'] as const).map((status) => maxChunkBytesFor(status) / MB)
  expect(sizes).toEqual([50, 5, 1, 1])
})

test('detects beforehand that a chunk does not fit into memory', () => {
  expect(canFitIntoMemory(null, 10_000 * MB)).toBe(true)
  expect(canFitIntoMemory(400 * MB, 100 * MB)).toBe(true)
  expect(canFitIntoMemory(400 * MB, 100 * MB + 1)).toBe(false)
})

const max = 5 * 1024 * 1024 * 0.8

test.each([
  ['nothing is kept yet', { localUsed: 0, hasIndexed: true }, 'local'],
  ['less than 80 % of local storage is used', { localUsed: max - 1, hasIndexed: true }, 'local'],
  ['80 % of local storage are used', { localUsed: max, hasIndexed: true }, 'indexed'],
  ['there is no local storage', { localUsed: null, hasIndexed: true }, 'indexed'],
  ['both are wanting', { localUsed: max, hasIndexed: false }, 'memory'],
] as const)('chooses the store for upload sessions when %s', (_, found, kind) =>
  expect(sessionStorageKindFor(found)).toBe(kind),
)
