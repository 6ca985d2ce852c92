import { expect, test } from 'vitest'
import { openAccounts } from '#server/accounts/fixture.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { newId } from '#server/db/id.ts'
import { openApi } from '#tests/browsers.ts'
import { newSite, openTestDatabase } from '#tests/database.ts'

const database = await openTestDatabase('pglite')
const accounts = await openAccounts(database)
const { newBrowser } = openApi(accounts)
const passwordHash = await hashPassword('Night-Ferry 7!')

/**
 * Asks for known and unknown addresses in turn and compares the quickest answers, as somebody would who wants to find
 * out: whatever else the machine does disturbs these least. An answer that skips its work, or has more to do, is off by
 * far more than the test allows.
 */
async function compare(path: string, body: object, rounds: number) {
  const site = await newSite(database)
  const taken = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let round = -1; round < rounds; round++) {
    const { email } = await accounts.newUser(site, { passwordHash })
    for (const [who, address] of [
      ['known', email],
      ['unknown', `${newId()}@example.com`],
    ] as const) {
      const browser = newBrowser(site)
      const began = performance.now()
      const answer = await browser.post(path, { ...body, email: address })
      const ms = performance.now() - began
      answers.add(`${answer.status} ${await answer.text()}`)
      // The first ones warm up.
      if (round >= 0) taken[who].push(ms)
    }
  }
  return { ratio: Math.min(...taken.known) / Math.min(...taken.unknown), answers: [...answers] }
}

test.each([
  ['/api/auth/sign-in', { password: 'Wrong-Ferry 7!' }, 15],
  ['/api/auth/sign-up', { password: 'Harbour-Light 1!' }, 9],
  ['/api/auth/forgot-password', {}, 5],
])('%s takes as long and says the same, whether or not there is such an account', async (path, body, rounds) => {
  const { ratio, answers } = await compare(path, body, rounds)
  expect(answers).toHaveLength(1)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})
