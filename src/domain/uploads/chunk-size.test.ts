import { expect, test } from 'vitest'
import { adaptedChunkBytes, chunkCount, chunkRange, uploadChunkBytes } from '#domain/uploads/chunk-size.ts'

const MB = 1024 * 1024
const steady = (speed: number) => Array.from({ length: 10 }, () => speed)

test.each([
  ['a slow line gets the smallest', 10 * MB, 0.05 * MB, MB],
  ['0.5 MB a second', 10 * MB, 0.5 * MB, 2 * MB],
  ['2.5 MB a second', 2 * MB, 2.5 * MB, 10 * MB],
  ['a very fast line gets the largest', 10 * MB, 100 * MB, 50 * MB],
  ['15 percent more is not worth a change', 20 * MB, 5.75 * MB, 20 * MB],
  ['a quarter more is', 20 * MB, 6.25 * MB, 25 * MB],
])('adapts the chunk size to the speed: %s', (_, current, speed, next) =>
  expect(adaptedChunkBytes(current, steady(speed))).toBe(next),
)

test('adapts the chunk size after three speeds and uses the last ten', () => {
  expect(adaptedChunkBytes(10 * MB, [MB, MB])).toBe(10 * MB)
  expect(adaptedChunkBytes(10 * MB, [...steady(100 * MB), ...steady(2.5 * MB)])).toBe(10 * MB)
})

test('a file of up to 50 MB is one chunk', () => {
  expect(uploadChunkBytes({ fileBytes: 50 * MB, requested: MB, quality: 'poor' })).toBe(50 * MB)
  expect(uploadChunkBytes({ fileBytes: 1 })).toBe(1)
})

test.each([
  ['nothing is known', {}, 10],
  ['the line is poor', { quality: 'poor' }, 1],
  ['the line is excellent', { quality: 'excellent' }, 25],
  ['the last session has found a better size', { quality: 'poor', adapted: 7 * MB }, 7],
  ['the memory bears less', { quality: 'excellent', bearable: 5 * MB }, 5],
  ['the owner wants a size', { requested: 3 * MB, quality: 'excellent' }, 3],
  ['the owner wants too much', { requested: 900 * MB }, 50],
  ['the owner wants too little', { requested: 5 }, 1],
] as const)('when %s, chooses the chunk size of a larger file', (_, known, size) => {
  expect(uploadChunkBytes({ fileBytes: 50 * MB + 1, ...known })).toBe(size * MB)
})

test('chunks cover the file, each byte once', () => {
  expect([chunkCount(25, 10), chunkCount(30, 10), chunkCount(0, 10)]).toEqual([3, 3, 1])
  expect([0, 1, 2].map((index) => chunkRange(index, 10, 25))).toEqual([
    { from: 0, to: 10 },
    { from: 10, to: 20 },
    { from: 20, to: 25 },
  ])
})
