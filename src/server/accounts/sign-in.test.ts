import { describe, expect, test } from 'vitest'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { signUp } from '#server/accounts/sign-up.ts'
import { newId } from '#server/db/id.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  countByValue,
  minutes,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
} from '#tests/fixtures/accounts.ts'

const wrong = 'Night-Ferry 8'
const form = (email: string, typed = password) => ({ email, password: typed, rememberMe: false })

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, activityOf } = await openAccounts(database)

  test('the right password opens a session, however the address is written', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    const entered = await signIn(authContextAt(site), form(` ${email.toUpperCase()} `))
    expect(entered).toMatchObject({
      user: { id: userId, email, factors: [] },
      session: { token: expect.stringMatching(/^[\w-]{43}$/), remember: false },
    })
    expect(await activityOf(site)).toEqual(['signed_in'])
  })

  test('a wrong password and an unknown address get the same refusal, and are recorded', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const refusals = await outcomesOf([
      signIn(authContextAt(site), form(email, wrong)),
      signIn(authContextAt(site), form('nobody@example.com')),
    ])
    expect(refusals).toEqual(['wrong-credentials', 'wrong-credentials'])
    expect(await activityOf(site)).toEqual(['sign_in_failed', 'sign_in_failed'])
  })

  test('refuses a malformed address or password by field without counting an attempt', async () => {
    const site = await createTestSite(database)
    const refused = (email: string, typed: string) =>
      signIn(authContextAt(site), form(email, typed)).catch((e) => e.fields)
    expect(await refused('no address', '')).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password is required',
    })
    expect(await refused('a@example.com', 'é'.repeat(513))).toEqual({ password: 'Password is too long' })
    expect(await refused('a@example.com', '\ud800')).toHaveProperty('password')
    expect(await refused('a\0@example.com', 'x')).toHaveProperty('email')
    expect(await activityOf(site)).toEqual([])
  })

  test('limits a network to ten attempts per account in 15 minutes, also for unknown accounts', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const { max } = accountRateLimits.signInFromNetwork
    const address = '192.0.2.7'
    const tryAll = (whose: string) =>
      outcomesOf(
        repeatTimes(max + 5, (n) => signIn(authContextAt(site, { address: `192.0.2.${n}` }), form(whose, wrong))),
      )
    expect(countByValue(await tryAll(email))).toEqual({ 'wrong-credentials': max, 'too-many': 5 })
    expect(countByValue(await tryAll('nobody@example.com'))).toEqual({ 'wrong-credentials': max, 'too-many': 5 })
    const stillLocked = signIn(authContextAt(site, { address, now: addMilliseconds(14 * minutes) }), form(email))
    await expect(stillLocked).rejects.toMatchObject({ reason: 'too-many', facts: { retryAfterSeconds: 60 } })
    await signIn(authContextAt(site, { address, now: addMilliseconds(15 * minutes) }), form(email))
    const locks = (await activityOf(site)).filter((action) => action === 'sign_in_locked')
    expect(locks).toHaveLength(2)
  })

  test('another account is not locked out with the first', async () => {
    const site = await createTestSite(database)
    const [one, other] = [await newUser(site), await newUser(site)]
    const here = authContextAt(site, { address: newId() })
    await outcomesOf(repeatTimes(accountRateLimits.signInFromNetwork.max, () => signIn(here, form(one.email, wrong))))
    expect(await outcomesOf([signIn(here, form(one.email)), signIn(here, form(other.email))])).toEqual([
      'too-many',
      'done',
    ])
  })

  test('allows a client address fifty failed sign-ins over all accounts', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const address = newId()
    const auth = authContextAt(site, { address })
    const counted = accountLimitKey(auth, accountRateLimits.signInFromAddress, address)
    for (let n = 0; n < accountRateLimits.signInFromAddress.max - 2; n++) await enforceLimits(auth, [counted])
    await signIn(auth, form(email))
    const tried = await outcomesOf(repeatTimes(5, (i) => signIn(auth, form(`nobody${i}@example.com`, wrong))))
    expect(countByValue(tried)).toEqual({ 'wrong-credentials': 2, 'too-many': 3 })
    expect(await outcomesOf([signIn(auth, form(email)), signIn(authContextAt(site), form(email))])).toEqual([
      'too-many',
      'done',
    ])
  })

  test('the right password clears the network’s wrong attempts at the account', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const here = authContextAt(site, { address: newId() })
    for (let round = 0; round < 3; round++) {
      const tries = await outcomesOf(repeatTimes(4, () => signIn(here, form(email, wrong))))
      expect(countByValue(tries)).toEqual({ 'wrong-credentials': 4 })
      await signIn(here, form(email))
    }
  })

  test('a browser with an unverified sign-up gets email-not-confirmed, also for an existing account', async () => {
    const site = await createTestSite(database)
    const { email: known } = await newUser(site)
    for (const email of [known, 'new@example.com']) {
      const { token } = await signUp(authContextAt(site), { email, password: 'Harbour-Light 1!' })
      const typed = form(email, 'Harbour-Light 1!')
      const here = authContextAt(site, { tokens: { signUp: token } })
      expect(await outcomesOf([signIn(here, typed), signIn(authContextAt(site), typed)])).toEqual([
        'email-not-confirmed',
        'wrong-credentials',
      ])
    }
  })
})
