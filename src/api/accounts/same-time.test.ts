import { expect, test } from 'vitest'
import { hashPassword } from '#server/accounts/passwords.ts'
import { newId } from '#server/db/id.ts'
import { openApi } from '#tests/browsers.ts'
import { newSite, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'

const database = await openTestDatabase('pglite')
const accounts = await openAccounts(database)
const { newBrowser } = openApi(accounts)
const passwordHash = await hashPassword('Night-Ferry 7!')
/** Every day a part of it; `npm run test:full` asks as often as somebody who has time. */
const pairs = Number(process.env.PAIRS ?? 30)

/** What the process has worked so far, in ms, whatever else the machine does: the database is in it too. */
const worked = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

type Clock = () => number

/**
 * Asks for a known and an unknown address in pairs, the one first and the other first by turns, and answers how far
 * apart the two of a pair usually are, as a part of what an answer takes. Two medians of their own would show what the
 * machine did meanwhile; of a pair, both were asked at the same time.
 */
async function apart(path: string, body: object, clock: Clock, times: number) {
  const site = await newSite(database)
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
    const nobody = `${newId()}@example.com`
    const taken: Record<string, number> = {}
    for (const who of pair % 2 ? [email, nobody] : [nobody, email]) taken[who] = await ask(who)
    // The first ones warm up.
    if (pair < 0) continue
    differences!.push(taken[email]! - taken[nobody]!)
    all!.push(taken[email]!, taken[nobody]!)
  }
  return { apart: median(differences!) / median(all!), soonest: Math.min(...all!), answers: [...answers] }
}

test.each([
  ['/api/auth/sign-in', { password: 'Wrong-Ferry 7!' }],
  ['/api/auth/sign-up', { password: 'Harbour-Light 1!' }],
])('%s takes as long and says the same, whether or not there is such an account', async (path, body) => {
  const found = await apart(path, body, worked, pairs)
  expect(found.answers).toHaveLength(1)
  expect(Math.abs(found.apart)).toBeLessThan(0.1)
})

test('/api/auth/forgot-password says the same at a beat, whether or not there is such an account', async () => {
  const [times, began] = [Math.ceil(pairs / 6), worked()]
  const found = await apart('/api/auth/forgot-password', {}, () => performance.now(), times)
  const workOfOne = (worked() - began) / (2 * times)
  expect(found.answers).toHaveLength(1)
  // What is done comes to an end long before the first beat, so that all answers come at that one.
  expect(workOfOne).toBeLessThan(250)
  // Half a second; a timer and a clock may each be up to a millisecond early.
  expect(found.soonest).toBeGreaterThan(498)
})
