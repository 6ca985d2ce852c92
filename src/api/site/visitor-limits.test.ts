import { expect, test } from 'vitest'
import { queueVisitorWork } from '#api/site/visitor-limits.ts'

test('runs two tasks of visitors at once, queues a hundred and refuses the rest', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let begun = 0
  const enter = () =>
    queueVisitorWork(() => {
      begun++
      return released
    })
  const inside = Array.from({ length: 102 }, enter)
  await expect(enter()).rejects.toMatchObject({ reason: 'unavailable' })
  expect(begun).toBe(2)
  release()
  await Promise.all(inside)
  expect(begun).toBe(102)
  await expect(enter()).resolves.toBeUndefined()
  await expect(queueVisitorWork(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
