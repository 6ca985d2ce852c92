import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { stripeFindings } from '#server/doctor/external-services.ts'
import { clockOffsetFinding } from '#server/doctor/finding.ts'

const now = Date.parse('2027-03-01T12:00:00Z')

test.each([
  [0, 'ok', 'agrees'],
  [59, 'ok', 'agrees'],
  [-61, 'bad', '61 seconds behind'],
  [360, 'bad', '360 seconds ahead of'],
])('the doctor reports a clock that is %i seconds off as %s', (seconds, state, message) => {
  const found = clockOffsetFinding('Clock', new Date(now + seconds * 1000), [now - 20, now])
  expect(found).toMatchObject({ state, message: expect.stringContaining(message) })
})

/** Stands for Stripe and answers like this. */
async function stripe(status: number): Promise<string> {
  const server = createServer((request, response) => {
    const isRight = request.headers.authorization === 'Bearer sk_test_canary' && request.method === 'GET'
    response.writeHead(isRight ? status : 418).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  [200, 'ok', 'knows the test key'],
  [401, 'bad', 'does not know the key'],
  [403, 'bad', 'does not let the key'],
  [500, 'bad', 'answered 500'],
])('the doctor reports the status %i of Stripe as %s', async (status, state, message) => {
  const found = await stripeFindings('sk_test_canary', await stripe(status))
  expect(found).toMatchObject([{ state, message: expect.stringContaining(message) }])
  expect(JSON.stringify(found)).not.toContain('canary')
})
