import { expect, test } from 'vitest'
import { isSuitable, qualityOf } from '#domain/uploads/network.ts'

const [KB, MB] = [1024, 1024 * 1024]

test.each([
  [0, 'poor'],
  [100 * KB - 1, 'poor'],
  [100 * KB, 'fair'],
  [500 * KB - 1, 'fair'],
  [500 * KB, 'good'],
  [2 * MB, 'good'],
  [10 * MB - 1, 'good'],
  [10 * MB, 'excellent'],
])('%i bytes a second are %s', (speed, quality) => expect(qualityOf(speed)).toBe(quality))

test('a line on which a large file would take days is not suitable', () => {
  expect([isSuitable(10 * KB - 1), isSuitable(10 * KB)]).toEqual([false, true])
})
