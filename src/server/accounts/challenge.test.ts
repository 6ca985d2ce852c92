import { describe, expect, test } from 'vitest'
import { answerChallenge, signInWithRecoveryCode } from '#server/accounts/challenge.ts'
import { disableTwoFactor, finishEnrollment, listFactors, startEnrollment } from '#server/accounts/enrollment.ts'
import { findLiveSession } from '#server/accounts/sessions.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { timeStepAt, totpCode } from '#server/accounts/totp.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  countByValue,
  minutes,
  noon,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
  retryWhileUnavailable,
  testKeys,
} from '#tests/fixtures/accounts.ts'

/** All users here share one network. */
const address = '192.0.2.7'

const wrongCode = (secret: string, now = noon) => {
  const near = [-1, 0, 1].map((away) => totpCode(secret, timeStepAt(now) + away))
  return repeatTimes(10, (i) => String(i).repeat(6)).find((code) => !near.includes(code))!
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const { authContextAt, newUser, signedIn, withFactor, mailsOf, activityOf } = await openAccounts(database)

  /** A user with two-factor authentication. */
  async function setUp() {
    const site = await createTestSite(database)
    const user = await newUser(site)
    const { person } = await signedIn(site, user.email, { now: addMilliseconds(-20 * minutes) })
    const factor = await withFactor(site, person)
    const challenge = async (now = noon) => {
      const result = await signIn(authContextAt(site, { now }), { email: user.email, password, rememberMe: false })
      if (!('challenge' in result)) throw new Error('The sign-in required no second factor.')
      return result.challenge.token
    }
    const answer = (token: string, code: string, now = noon) =>
      answerChallenge(authContextAt(site, { now, address, tokens: { challenge: token } }), {
        factorId: factor.factorId,
        code,
      })
    const recover = (token: string, code: string, now = noon) =>
      signInWithRecoveryCode(authContextAt(site, { now, address, tokens: { challenge: token } }), {
        factorId: factor.factorId,
        code,
      })
    return { site, ...user, person, ...factor, challenge, answer, recover }
  }
  const rightCode = (secret: string, now = noon) => totpCode(secret, timeStepAt(now))

  test('opens a session only with password and code', async () => {
    const { site, secret, challenge, answer, userId } = await setUp()
    const token = await challenge()
    const asSession = await authContextAt(site).inSite((tx) => findLiveSession(tx, { token }, noon))
    expect(asSession).toBeNull()
    const { session, user } = await answer(token, rightCode(secret))
    expect(session.token).not.toBe(token)
    expect(user).toMatchObject({ id: userId, factors: [{ status: 'verified', friendlyName: 'Authenticator app' }] })
    const living = await authContextAt(site).inSite((tx) => findLiveSession(tx, session, noon))
    expect(living).toMatchObject({ userId })
  })

  test('checks five of fifty parallel wrong codes, then locks for 15 minutes', async () => {
    const { site, secret, challenge, answer } = await setUp()
    const tokens = await Promise.all(repeatTimes(10, () => challenge()))
    const tried = await outcomesOf(
      repeatTimes(50, (i) => retryWhileUnavailable(() => answer(tokens[i % 10]!, wrongCode(secret)))),
    )
    expect(countByValue(tried)).toEqual({ 'wrong-code': 5, 'too-many-attempts': 45 })
    const soon = addMilliseconds(14 * minutes)
    expect(await outcomesOf([answer(await challenge(soon), rightCode(secret, soon), soon)])).toEqual([
      'too-many-attempts',
    ])
    const then = addMilliseconds(15 * minutes)
    expect(await outcomesOf([answer(await challenge(then), rightCode(secret, then), then)])).toEqual(['done'])
    const log = countByValue(await activityOf(site))
    expect(log).toMatchObject({ second_factor_failed: 4, second_factor_locked: 1 })
  })

  test('the answer to a wrong code has the number of attempts left', async () => {
    const { secret, challenge, answer } = await setUp()
    const token = await challenge()
    const left = []
    for (let i = 0; i < 5; i++)
      left.push((await answer(token, wrongCode(secret)).catch((e) => e)).facts.attemptsRemaining)
    expect(left).toEqual([4, 3, 2, 1, 0])
  })

  test('a correct code resets the count of wrong ones', async () => {
    const { secret, challenge, answer } = await setUp()
    const wrong = async () => answer(await challenge(), wrongCode(secret)).catch((error) => error.facts)
    for (const now of [noon, addMilliseconds(minutes)]) {
      for (const attemptsRemaining of [4, 3, 2, 1]) expect(await wrong()).toEqual({ attemptsRemaining })
      await answer(await challenge(now), rightCode(secret, now), now)
    }
  })

  test('wrong codes while setting up do not count against signing in', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const { person } = await signedIn(site, email)
    const auth = authContextAt(site)
    const { factorId, secret } = await startEnrollment(auth, person, { currentPassword: password })
    for (let n = 0; n < 7; n++)
      expect(await outcomesOf([finishEnrollment(auth, person, { factorId, code: wrongCode(secret) })])).toEqual([
        'enrollment-code-invalid',
      ])
    await finishEnrollment(auth, person, { factorId, code: rightCode(secret) })
    const result = await signIn(authContextAt(site), { email, password, rememberMe: false })
    expect(result).toMatchObject({ challenge: { attemptsRemaining: 5 } })
    const tokens = { challenge: 'challenge' in result ? result.challenge.token : '' }
    const tried = answerChallenge(authContextAt(site, { tokens }), { factorId, code: wrongCode(secret) })
    await expect(tried).rejects.toMatchObject({ facts: { attemptsRemaining: 4 } })
  })

  test('accepts an authenticator code once for twenty parallel sign-ins', async () => {
    const { secret, challenge, answer } = await setUp()
    const tokens = await Promise.all(repeatTimes(4, () => challenge()))
    const tried = await outcomesOf(repeatTimes(20, (i) => answer(tokens[i % 4]!, rightCode(secret))))
    expect(countByValue(tried).done).toBe(1)
    const [again] = await outcomesOf([answer(await challenge(), rightCode(secret))])
    expect(again).not.toBe('done')
  })

  test('the code that finished the setup does not sign in', async () => {
    const { secret, challenge, answer } = await setUp()
    const then = addMilliseconds(-10 * minutes)
    expect(await outcomesOf([answer(await challenge(then), rightCode(secret, then), then)])).toEqual(['wrong-code'])
  })

  test('accepts the code of the adjacent time steps, and then no earlier one', async () => {
    const { secret, challenge, answer } = await setUp()
    const near = (away: number) => totpCode(secret, timeStepAt(noon) + away)
    const results = []
    for (const away of [-2, -1, 1, 0]) results.push(...(await outcomesOf([answer(await challenge(), near(away))])))
    expect(results).toEqual(['wrong-code', 'done', 'done', 'wrong-code'])
  })

  test('a challenge lasts ten minutes, and ends when it is answered', async () => {
    const { secret, challenge, answer } = await setUp()
    const token = await challenge()
    const late = addMilliseconds(10 * minutes)
    expect(await outcomesOf([answer(token, rightCode(secret, late), late)])).toEqual(['challenge-expired'])
    await answer(token, rightCode(secret))
    const next = addMilliseconds(minutes)
    expect(await outcomesOf([answer(token, rightCode(secret, next), next)])).toEqual(['challenge-expired'])
  })

  test('refuses another user’s factor and a malformed code without counting an attempt', async () => {
    const { site, secret, factorId, challenge, answer } = await setUp()
    const other = await setUp()
    const auth = authContextAt(site, { tokens: { challenge: await challenge() } })
    const foreign = answerChallenge(auth, { factorId: other.factorId, code: other.secret.length > 0 ? '000000' : '' })
    expect(await outcomesOf([foreign])).toEqual(['challenge-failed'])
    for (const code of ['12345', '1234567', '12 456', 'abcdef', '１２３４５６', ''])
      await expect(answerChallenge(auth, { factorId, code })).rejects.toMatchObject({ reason: 'invalid' })
    expect((await answer(await challenge(), wrongCode(secret)).catch((e) => e)).facts.attemptsRemaining).toBe(4)
  })

  describe('a recovery code', () => {
    test('signs in once with a recovery code, turns two-factor off and ends other sessions', async () => {
      const { site, email, person, secret, challenge, answer, recover, recoveryCodes } = await setUp()
      const { token: elsewhere } = await signInElsewhere(site, email, secret, challenge, answer)
      await outcomesOf(repeatTimes(6, async () => answer(await challenge(), wrongCode(secret))))
      const { user } = await recover(await challenge(), ` ${recoveryCodes[3]!.toLowerCase()} `)
      expect(user.factors).toEqual([])
      expect(await listFactors(authContextAt(site), person)).toEqual([])
      expect(await authContextAt(site).inSite((tx) => findLiveSession(tx, { token: elsewhere }, noon))).toBeNull()
      expect((await mailsOf(site)).at(-2)).toMatchObject({
        to: email,
        subject: 'A recovery code was used for Marlow Quay',
      })
      const signedInAlone = await signIn(authContextAt(site), { email, password, rememberMe: false })
      expect(signedInAlone).toHaveProperty('session')
    })

    test('signs in with a recovery code when the data key is lost', async () => {
      const { site, secret, factorId, challenge, answer, recover, recoveryCodes } = await setUp()
      const { sealer } = testKeys()
      const withoutKey = async () =>
        answerChallenge(
          { ...authContextAt(site, { tokens: { challenge: await challenge() } }), sealer },
          { factorId, code: rightCode(secret) },
        )
      expect(countByValue(await outcomesOf(repeatTimes(6, withoutKey)))).toEqual({ 'codes-unreadable': 6 })
      expect((await answer(await challenge(), wrongCode(secret)).catch((e) => e)).facts.attemptsRemaining).toBe(4)
      await recover(await challenge(), recoveryCodes[0]!)
    })

    test('accepts a recovery code once for twenty concurrent sign-ins', async () => {
      const { challenge, recover, recoveryCodes } = await setUp()
      const tokens = await Promise.all(repeatTimes(4, () => challenge()))
      const tried = await outcomesOf(repeatTimes(20, (i) => recover(tokens[i % 4]!, recoveryCodes[0]!)))
      expect(countByValue(tried).done).toBe(1)
    })

    test('rejects a recovery code of another user or of an older set', async () => {
      const mine = await setUp()
      const other = await setUp()
      expect(await outcomesOf([mine.recover(await mine.challenge(), other.recoveryCodes[0]!)])).toEqual([
        'wrong-recovery-code',
      ])
      const again = authContextAt(mine.site)
      const confirmation = { currentPassword: password, code: rightCode(mine.secret) }
      const fresh = await startEnrollment(again, mine.person, confirmation)
      const code = rightCode(fresh.secret)
      const { recoveryCodes } = await finishEnrollment(again, mine.person, { factorId: fresh.factorId, code })
      const tokens = { challenge: await mine.challenge() }
      const use = (typed: string) =>
        signInWithRecoveryCode(authContextAt(mine.site, { tokens }), { ...fresh, code: typed })
      expect(await outcomesOf([use(mine.recoveryCodes[0]!)])).toEqual(['wrong-recovery-code'])
      expect(await outcomesOf([use(recoveryCodes[9]!)])).toEqual(['done'])
    })

    test('answers the same for a recovery code of the wrong length as for a wrong one', async () => {
      const { challenge, recover } = await setUp()
      const token = await challenge()
      const words = async (code: string) => {
        const { fields, message } = await recover(token, code).catch((error) => error)
        return fields.code ?? message
      }
      expect(await words('ABC')).toBe('Invalid recovery code. Please try again.')
      expect(await words('AAAAAAAA')).toBe('Invalid recovery code. Please try again.')
    })

    test('allows five recovery codes in 15 minutes over parallel challenges', async () => {
      const { challenge, recover, recoveryCodes } = await setUp()
      const tokens = await Promise.all(repeatTimes(4, () => challenge()))
      const tried = await outcomesOf(repeatTimes(12, (i) => recover(tokens[i % 4]!, 'AAAAAAAA')))
      expect(countByValue(tried)).toEqual({ 'wrong-recovery-code': 5, 'too-many': 7 })
      const then = addMilliseconds(15 * minutes)
      expect(await outcomesOf([recover(await challenge(then), recoveryCodes[0]!, then)])).toEqual(['done'])
    })
  })

  describe('a change of the factors', () => {
    test('changing factors requires password and code, ends other sessions and sends a mail', async () => {
      const { site, email, person, secret, challenge, answer } = await setUp()
      const { token: elsewhere } = await signInElsewhere(site, email, secret, challenge, answer)
      const auth = authContextAt(site)
      const disable = (confirmation: { currentPassword: string; code?: string }) =>
        disableTwoFactor(auth, person, confirmation).catch((error) => error)
      expect(await disable({ currentPassword: 'Wrong-Ferry 7' })).toMatchObject({
        reason: 'current-password-incorrect',
      })
      expect(await disable({ currentPassword: password })).toMatchObject({
        reason: 'invalid',
        fields: { code: expect.any(String) },
      })
      expect(await disable({ currentPassword: password, code: wrongCode(secret) })).toMatchObject({
        reason: 'enrollment-code-invalid',
        facts: { attemptsRemaining: 4 },
      })
      const now = addMilliseconds(minutes)
      await disableTwoFactor(authContextAt(site, { now }), person, {
        currentPassword: password,
        code: rightCode(secret, now),
      })
      expect(await listFactors(auth, person)).toEqual([])
      expect(await auth.inSite((tx) => findLiveSession(tx, { token: elsewhere }, now))).toBeNull()
      expect(await auth.inSite((tx) => findLiveSession(tx, { id: person.sessionId }, now))).not.toBeNull()
      expect((await mailsOf(site)).at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('is off') })
    })

    test('turns two-factor off with a recovery code, and counts wrong ones', async () => {
      const { site, person, recoveryCodes } = await setUp()
      const auth = authContextAt(site)
      const disable = (recoveryCode: string, currentPassword = password) =>
        disableTwoFactor(auth, person, { currentPassword, recoveryCode })
      expect(await disable(recoveryCodes[0]!, 'Wrong-Ferry 7').catch((error) => error.reason)).toBe(
        'current-password-incorrect',
      )
      expect(await disable('AAAAAAAA').catch((error) => error.fields)).toEqual({
        recoveryCode: 'Invalid recovery code. Please try again.',
      })
      await disable(` ${recoveryCodes[4]!.toLowerCase()} `)
      expect(await listFactors(auth, person)).toEqual([])

      const other = await setUp()
      const guess = () =>
        disableTwoFactor(authContextAt(other.site), other.person, {
          currentPassword: password,
          recoveryCode: 'AAAAAAAA',
        })
      expect(countByValue(await outcomesOf(repeatTimes(5, guess)))).toEqual({ invalid: 5 })
      expect(await outcomesOf([guess()])).toEqual(['too-many-attempts'])
      const living = authContextAt(other.site).inSite((tx) => findLiveSession(tx, { id: other.person.sessionId }, noon))
      expect(await living).toBeNull()
    })

    test('ends a stolen session after too many wrong codes or passwords', async () => {
      const { site, person, secret } = await setUp()
      const auth = authContextAt(site)
      const living = () => auth.inSite((tx) => findLiveSession(tx, { id: person.sessionId }, noon))
      const guess = { currentPassword: password, code: wrongCode(secret) }
      const tried = await outcomesOf(repeatTimes(5, () => disableTwoFactor(auth, person, guess)))
      expect(countByValue(tried)).toEqual({ 'enrollment-code-invalid': 5 })
      expect(await living()).not.toBeNull()
      expect(await outcomesOf([disableTwoFactor(auth, person, guess)])).toEqual(['too-many-attempts'])
      expect(await living()).toBeNull()

      const { site: elsewhere, person: other } = await setUp()
      const passwords = repeatTimes(12, () =>
        disableTwoFactor(authContextAt(elsewhere), other, { currentPassword: 'Wrong-Ferry 7' }),
      )
      expect(countByValue(await outcomesOf(passwords))).toMatchObject({ 'current-password-incorrect': 10 })
      expect(
        await authContextAt(elsewhere).inSite((tx) => findLiveSession(tx, { id: other.sessionId }, noon)),
      ).toBeNull()
    })

    test('fails and leaves two-factor off when the recovery codes cannot be stored', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      const { person } = await signedIn(site, email)
      const auth = authContextAt(site)
      const { factorId, secret } = await startEnrollment(auth, person, { currentPassword: password })
      const broken = { ...auth, keys: { ...auth.keys, recoveryCode: () => 'the same for all' } }
      await expect(finishEnrollment(broken, person, { factorId, code: rightCode(secret) })).rejects.toMatchObject({
        reason: 'recovery-codes-not-stored',
        message: 'Failed to store recovery codes',
      })
      expect(await listFactors(auth, person)).toMatchObject([{ status: 'unverified' }])
      await finishEnrollment(auth, person, { factorId, code: rightCode(secret) })
    })

    test('turns a new factor on once its code is accepted, and returns ten recovery codes', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      const { person } = await signedIn(site, email)
      const auth = authContextAt(site)
      const { factorId, secret, qrCodeUri } = await startEnrollment(auth, person, { currentPassword: password })
      expect(qrCodeUri).toContain(secret)
      const alone = await signIn(authContextAt(site), { email, password, rememberMe: false })
      expect(alone).toHaveProperty('session')
      const finish = (code: string) => finishEnrollment(auth, person, { factorId, code })
      expect(await outcomesOf([finish(wrongCode(secret))])).toEqual(['enrollment-code-invalid'])
      const both = await Promise.allSettled([finish(rightCode(secret)), finish(rightCode(secret))])
      const done = both.filter((one) => one.status === 'fulfilled')
      expect(done).toHaveLength(1)
      const { recoveryCodes } = done[0]!.value
      expect(new Set(recoveryCodes).size).toBe(10)
      for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z0-9]{8}$/)
      expect((await mailsOf(site)).at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('is on') })
    })
  })

  async function signInElsewhere(
    site: { websiteId: string },
    email: string,
    secret: string,
    challenge: (now?: Date) => Promise<string>,
    answer: (token: string, code: string, now?: Date) => Promise<{ session: { token: string } }>,
  ) {
    const before = addMilliseconds(-5 * minutes)
    const { session } = await answer(await challenge(before), rightCode(secret, before), before)
    expect(await authContextAt(site).inSite((tx) => findLiveSession(tx, session, noon)), email).not.toBeNull()
    return session
  }
})
