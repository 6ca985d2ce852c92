import { expect, test } from 'vitest'
import { inVisitorsLane } from '#api/site/visitors-lane.ts'

test('runs two at once, queues a hundred and refuses the rest', async () => {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  let begun = 0
  const telling = () =>
    inVisitorsLane(() => {
      begun++
      return told
    })
  const inside = Array.from({ length: 102 }, telling)
  await expect(telling()).rejects.toMatchObject({ reason: 'unavailable' })
  expect(begun).toBe(2)
  tell()
  await Promise.all(inside)
  expect(begun).toBe(102)
  await expect(telling()).resolves.toBeUndefined()
  await expect(inVisitorsLane(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
