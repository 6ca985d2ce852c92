import { expect, test } from 'vitest'
import { getSharedApp } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

test('the app shared by read-only journeys refuses writes', async () => {
  const shared = await getSharedApp()
  const body = { email: 'a@example.com', password: 'wrong', rememberMe: false }
  const origin = shared.address()
  const answer = await fetch(`${origin}/api/auth/sign-in`, jsonRequest(body, { headers: { origin } }))
  expect(answer.status).toBe(500)
  await expect.poll(shared.log).toContain('read-only transaction')
})
