import { expect, test } from 'vitest'
import { forEachCollectingErrors } from '#server/payments/collect-errors.ts'

test('collectErrors runs all items, then throws the errors together with their labels', async () => {
  const done: number[] = []
  const even = new Error('even')
  const odd = async (n: number) => {
    if (n % 2 === 0) throw even
    done.push(n)
  }
  const failed = await forEachCollectingErrors([0, 1, 2, 3], String, odd).catch((error) => error)
  expect(done).toEqual([1, 3])
  expect(failed).toBeInstanceOf(AggregateError)
  expect(failed.errors).toMatchObject([
    { message: 'failed for 0', cause: even },
    { message: 'failed for 2', cause: even },
  ])
  await expect(forEachCollectingErrors([1, 3], String, odd)).resolves.toBeUndefined()
})
