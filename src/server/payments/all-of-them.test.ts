import { expect, test } from 'vitest'
import { allOfThem } from '#server/payments/all-of-them.ts'

test('one that fails keeps none of the others waiting, and is told by its name at the end', async () => {
  const done: number[] = []
  const even = new Error('even')
  const odd = async (n: number) => {
    if (n % 2 === 0) throw even
    done.push(n)
  }
  const failed = await allOfThem([0, 1, 2, 3], String, odd).catch((error) => error)
  expect(done).toEqual([1, 3])
  expect(failed).toBeInstanceOf(AggregateError)
  expect(failed.errors).toMatchObject([
    { message: 'not done for 0', cause: even },
    { message: 'not done for 2', cause: even },
  ])
  await expect(allOfThem([1, 3], String, odd)).resolves.toBeUndefined()
})
