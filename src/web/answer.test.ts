import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isWorthRetrying, Refused } from '#web/answer.ts'

const refused = (status: number) => new Refused(status, { error: 'No.', reason: 'no' })

test.each([
  ['what is not there', refused(404), 1],
  ['what is not allowed', refused(403), 1],
  ['a server that failed', refused(503), 4],
  ['a network that is away', new TypeError('Failed to fetch'), 4],
])('%s is asked for as often as it may help', async (_, error, times) => {
  const client = new QueryClient()
  let asked = 0
  const queryFn = () => {
    asked++
    throw error
  }
  const ask = client.fetchQuery({ queryKey: ['thing'], queryFn, retry: isWorthRetrying, retryDelay: 0 })
  await expect(ask).rejects.toBe(error)
  expect(asked).toBe(times)
})
