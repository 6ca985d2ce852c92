import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError, retryAfterLostResponse, shouldRetryQuery } from '#web/api-response.ts'

const refused = (status: number) => new ApiError(status, { error: 'No.', reason: 'not-found' })

test.each([
  ['not found', refused(404), 1],
  ['not allowed', refused(403), 1],
  ['a server that failed', refused(503), 4],
  ['a network that is away', new TypeError('Failed to fetch'), 4],
])('retries the failed query %s only when a retry may help', async (_, error, times) => {
  const client = new QueryClient()
  let calls = 0
  const queryFn = () => {
    calls++
    throw error
  }
  const ask = client.fetchQuery({ queryKey: ['thing'], queryFn, retry: shouldRetryQuery, retryDelay: 0 })
  await expect(ask).rejects.toBe(error)
  expect(calls).toBe(times)
})

test('retries a write once when its server process ended, and never otherwise', async () => {
  const asking = async (...answers: (number | Error)[]) => {
    let calls = 0
    const ask = async () => {
      const answer = answers[calls++]!
      if (answer instanceof Error) throw answer
      return { status: answer }
    }
    const got = await retryAfterLostResponse(ask).then(
      ({ status }) => status,
      (error: Error) => error.message,
    )
    return [got, calls]
  }
  expect(await asking(502, 200)).toEqual([200, 2])
  expect(await asking(new TypeError('Failed to fetch'), 401)).toEqual([401, 2])
  expect(await asking(504, 502)).toEqual([502, 2])
  expect(await asking(new TypeError('Failed to fetch'), new TypeError('still away'))).toEqual(['still away', 2])
  for (const status of [200, 401, 429, 500, 503]) expect(await asking(status)).toEqual([status, 1])
  expect(await asking(new Error('a bug'))).toEqual(['a bug', 1])
})
