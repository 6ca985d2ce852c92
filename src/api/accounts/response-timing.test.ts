import { expect, test } from 'vitest'
import { hashPassword } from '#server/accounts/passwords.ts'
import { newId } from '#server/db/id.ts'
import { createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'

const database = await openTestDatabase('pglite')
const accounts = await openAccounts(database)
const { newBrowser } = createApiWithBrowsers(accounts)
const passwordHash = await hashPassword('Night-Ferry 7!')
/** A few rounds by default; `npm run test:full` measures as often as a patient attacker. */
const pairs = Number(process.env.PAIRS ?? 30)

/** The CPU time of this process so far, in ms, which includes the embedded database and no other load. */
const worked = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

type Clock = () => number

/**
 * Sends a known and an unknown address in pairs, in alternating order, and returns the median difference within a pair,
 * relative to the time of an answer. Two separate medians would also measure other load of the machine; the two requests
 * of a pair run at about the same time.
 */
async function apart(path: string, body: object, clock: Clock, times: number) {
  const site = await createTestSite(database)
  const answers = new Set<string>()
  const [differences, all]: number[][] = [[], []]
  const ask = async (email: string) => {
    const browser = newBrowser(site)
    const began = clock()
    const answer = await browser.post(path, { ...body, email })
    const taken = clock() - began
    answers.add(`${answer.status} ${await answer.text()}`)
    return taken
  }
  for (let pair = -3; pair < times; pair++) {
    const { email } = await accounts.newUser(site, { passwordHash })
    const unknown = `${newId()}@example.com`
    const taken: Record<string, number> = {}
    for (const who of pair % 2 ? [email, unknown] : [unknown, email]) taken[who] = await ask(who)
    // The first rounds warm up.
    if (pair < 0) continue
    differences!.push(taken[email]! - taken[unknown]!)
    all!.push(taken[email]!, taken[unknown]!)
  }
  return { apart: median(differences!) / median(all!), soonest: Math.min(...all!), answers: [...answers] }
}

test.each([
  ['/api/auth/sign-in', { password: 'Wrong-Ferry 7!' }],
  ['/api/auth/sign-up', { password: 'Harbour-Light 1!' }],
])('%s takes as long and answers the same, whether or not the account exists', async (path, body) => {
  const found = await apart(path, body, worked, pairs)
  expect(found.answers).toHaveLength(1)
  expect(Math.abs(found.apart)).toBeLessThan(0.1)
})

test('/api/auth/forgot-password answers the same at a fixed time, whether or not the account exists', async () => {
  const [times, began] = [Math.ceil(pairs / 6), worked()]
  const found = await apart('/api/auth/forgot-password', {}, () => performance.now(), times)
  const workOfOne = (worked() - began) / (2 * times)
  expect(found.answers).toHaveLength(1)
  // The work ends long before the first interval, so that all answers come at its end.
  expect(workOfOne).toBeLessThan(250)
  // Half a second; a timer and a clock may each be up to a millisecond early.
  expect(found.soonest).toBeGreaterThan(498)
})
