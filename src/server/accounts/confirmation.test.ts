import { describe, expect, test } from 'vitest'
import { answerChallenge } from '#server/accounts/challenge.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { disableTwoFactor } from '#server/accounts/enrollment.ts'
import { findLiveSession } from '#server/accounts/sessions.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { timeStepAt, totpCode } from '#server/accounts/totp.ts'
import { newId } from '#server/db/id.ts'
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
} from '#tests/fixtures/accounts.ts'

const wrong = 'Wrong-Ferry 7!'
const chosen = 'Harbour1'
const changing = (currentPassword = password, code?: string) => ({
  currentPassword,
  newPassword: chosen,
  confirmPassword: chosen,
  code,
})

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, signedIn, withFactor, linesOf } = await openAccounts(database)

  async function setUp({ now = noon } = {}) {
    const site = await createTestSite(database)
    const user = await newUser(site)
    const { person } = await signedIn(site, user.email, { now })
    const isLiving = async ({ sessionId } = person) =>
      (await authContextAt(site).inSite((tx) => findLiveSession(tx, { id: sessionId }, noon))) !== null
    const enter = (typed: string, address = newId()) =>
      signIn(authContextAt(site, { address }), { email: user.email, password: typed, rememberMe: false })
    return { site, ...user, person, isLiving, enter }
  }

  test('failed sign-ins of strangers do not keep a signed-in user from changing the password', async () => {
    const { site, person, isLiving, enter } = await setUp()
    expect(countByValue(await outcomesOf(repeatTimes(14, () => enter(wrong, '192.0.2.7'))))).toEqual({
      'wrong-credentials': 10,
      'too-many': 4,
    })
    expect(await outcomesOf([changePassword(authContextAt(site), person, changing(wrong))])).toEqual([
      'current-password-incorrect',
    ])
    await changePassword(authContextAt(site), person, changing())
    expect(await isLiving()).toBe(true)
  })

  test('too many wrong attempts end their own session, and no other session of the user', async () => {
    const { site, userId, email, person, isLiving, enter } = await setUp()
    const other = (await signedIn(site, email)).person
    const tried = await outcomesOf(repeatTimes(13, () => changePassword(authContextAt(site), person, changing(wrong))))
    expect(countByValue(tried)).toEqual({ 'current-password-incorrect': 10, 'too-many': 3 })
    expect([await isLiving(), await isLiving(other)]).toEqual([false, true])
    // They do not lock out the owner, whose attempts are counted apart.
    expect(await outcomesOf([enter(password)])).toEqual(['done'])
    expect(await outcomesOf([changePassword(authContextAt(site), other, changing(wrong))])).toEqual([
      'current-password-incorrect',
    ])
    const lines = (await linesOf(site)).filter(({ action }) => action !== 'signed_in')
    expect(countByValue(lines.map(({ action }) => action))).toEqual({
      sign_in_failed: 11,
      sign_in_locked: 1,
      signed_out: 1,
    })
    for (const line of lines) expect(line.userId).toBe(userId)
    expect(lines.find(({ action }) => action === 'sign_in_locked')!.details).toMatchObject({
      during: 'password-change',
    })
    expect(lines.find(({ action }) => action === 'signed_out')!.details).toMatchObject({ byForce: true })
  })

  test('correct confirmations are not counted as attempts', async () => {
    const { site, person, isLiving } = await setUp()
    for (let n = 0; n < 12; n++) await disableTwoFactor(authContextAt(site), person, { currentPassword: password })
    expect(await isLiving()).toBe(true)
  })

  test('changing the password requires a code where two-factor authentication is on', async () => {
    const { site, person, isLiving } = await setUp({ now: addMilliseconds(-20 * minutes) })
    const { secret } = await withFactor(site, person)
    const code = totpCode(secret, timeStepAt(noon))
    const change = (...typed: Parameters<typeof changing>) =>
      changePassword(authContextAt(site), person, changing(...typed)).catch(({ reason, fields }) => ({
        reason,
        fields,
      }))
    expect(await change(password)).toEqual({
      reason: 'invalid',
      fields: { code: 'Please enter the code from your authenticator app' },
    })
    expect(await change(password, 'abcdef')).toMatchObject({ fields: { code: expect.stringContaining('Invalid') } })
    expect(await change(password, wrongCode(secret))).toMatchObject({ reason: 'enrollment-code-invalid' })
    // The code is neither checked nor used up before the password is right.
    expect(await change(wrong, code)).toMatchObject({ reason: 'current-password-incorrect' })
    expect(await change(password, code)).toEqual({ device: expect.any(String) })
    expect(await isLiving()).toBe(true)
    expect(await outcomesOf([changePassword(authContextAt(site), person, { ...changing(chosen, code) })])).toEqual([
      'enrollment-code-invalid',
    ])
  })

  test('wrong codes of a stranger who knows the password do not keep the owner from confirming', async () => {
    const { site, person, isLiving, enter } = await setUp({ now: addMilliseconds(-20 * minutes) })
    const { secret, factorId } = await withFactor(site, person)
    const entered = await enter(password)
    const challenge = 'challenge' in entered ? entered.challenge.token : ''
    const guess = () =>
      answerChallenge(authContextAt(site, { tokens: { challenge } }), { factorId, code: wrongCode(secret) })
    expect(countByValue(await outcomesOf(repeatTimes(5, guess)))).toEqual({ 'wrong-code': 5 })
    const code = totpCode(secret, timeStepAt(noon))
    expect(await outcomesOf([guess(), changePassword(authContextAt(site), person, changing(password, code))])).toEqual([
      'too-many-attempts',
      'done',
    ])
    expect(await isLiving()).toBe(true)
  })

  const wrongCode = (secret: string) => {
    const near = [-1, 0, 1].map((away) => totpCode(secret, timeStepAt(noon) + away))
    return repeatTimes(10, (i) => String(i).repeat(6)).find((code) => !near.includes(code))!
  }
})
