import { expect, test } from 'vitest'
import { openApi } from '#api/accounts/fixture.ts'
import { openAccounts } from '#server/accounts/fixture.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { newId } from '#server/db/id.ts'
import { newSite, openTestDatabase } from '#tests/database.ts'

const database = await openTestDatabase('pglite')
const accounts = await openAccounts(database)
const { newBrowser } = openApi(accounts)
const passwordHash = await hashPassword('Night-Ferry 7!')

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

/**
 * Asks for known and unknown addresses in turn, so that whatever else the machine does slows down both. An answer that
 * skips its work, or has some more to do, is off by far more than this allows.
 */
async function compare(path: string, body: object, rounds: number) {
  const site = await newSite(database)
  const taken = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let round = -2; round < rounds; round++) {
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
  return { ratio: median(taken.known) / median(taken.unknown), answers: [...answers] }
}

test.each([
  ['/api/auth/sign-in', { password: 'Wrong-Ferry 7!' }, 25],
  ['/api/auth/sign-up', { password: 'Harbour-Light 1!' }, 15],
  ['/api/auth/forgot-password', {}, 7],
])('%s takes as long and says the same, whether or not there is such an account', async (path, body, rounds) => {
  const { ratio, answers } = await compare(path, body, rounds)
  expect(answers).toHaveLength(1)
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.4)
})
