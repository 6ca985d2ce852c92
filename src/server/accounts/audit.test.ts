import { describe, expect, test } from 'vitest'
import { grantAccess, listAccess } from '#server/accounts/access.ts'
import { signInWithRecoveryCode } from '#server/accounts/challenge.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { issueConfirmation } from '#server/accounts/confirmation.ts'
import { disableTwoFactor, finishEnrollment, startEnrollment } from '#server/accounts/enrollment.ts'
import { cancelAccessRemoval, removeOrScheduleRemoval } from '#server/accounts/removal.ts'
import { signOut, signOutElsewhere } from '#server/accounts/sessions.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { signUp, verifyEmail } from '#server/accounts/sign-up.ts'
import { timeStepAt, totpCode } from '#server/accounts/totp.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import {
  addMilliseconds,
  minutes,
  noon,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
  tokenInMail,
} from '#tests/fixtures/accounts.ts'

const wrong = 'Wrong-Ferry 7!'
const address = '192.0.2.7'
const device = 'Firefox on Linux'

describe.each(engines)('on %s, the activity log records', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, signedIn, withFactor, linesOf, mailsOf } = await openAccounts(database)

  /** The lines of the last step, without their time and empty fields. */
  async function written(site: TestSite, before = 0) {
    const lines = (await linesOf(site)).slice(before)
    return lines.map(({ action, userId, resourceId, resourceName, details }) => ({
      action,
      ...(userId && { userId }),
      ...(resourceId && { resourceId }),
      ...(resourceName && { resourceName }),
      ...details,
    }))
  }
  const enter = (site: TestSite, email: string, typed = password) =>
    signIn(authContextAt(site, { address }), { email, password: typed, rememberMe: false })

  test('logs sign-up, verification and sign-out', async () => {
    const site = await createTestSite(database)
    const chosen = 'Harbour-Light 1!'
    const { token: signUpToken } = await signUp(authContextAt(site, { address }), {
      email: 'new@example.com',
      password: chosen,
    })
    const here = authContextAt(site, { tokens: { signUp: signUpToken }, address })
    await verifyEmail(here, { token: tokenInMail((await mailsOf(site))[0]) })
    const entered = await enter(site, 'new@example.com', chosen)
    const { id: userId } = entered.user
    await signOut(authContextAt(site, { tokens: { session: 'session' in entered ? entered.session.token : '' } }))
    expect(await written(site)).toEqual([
      { action: 'signed_up', address },
      { action: 'email_verified', userId },
      { action: 'signed_in', userId, device, address },
      { action: 'signed_out', userId, device, address: expect.any(String) },
    ])
  })

  test('logs a sign-in lock with its account, never the entered e-mail address', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    for (const typed of [email, 'typed-by-a-stranger@example.com'])
      await outcomesOf(repeatTimes(12, () => enter(site, typed, wrong)))
    const lines = await written(site)
    const locks = lines.filter(({ action }) => action === 'sign_in_locked')
    expect(locks).toEqual([
      { action: 'sign_in_locked', resourceId: userId, device, address },
      { action: 'sign_in_locked', device, address },
    ])
    expect(JSON.stringify(await linesOf(site))).not.toMatch(/@example|typed-by/)
  })

  test('logs two-factor changes, wrong codes and ended sessions', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    const { person } = await signedIn(site, email)
    const auth = authContextAt(site, { address })
    const before = (await linesOf(site)).length
    const { factorId, secret } = await startEnrollment(auth, person, { currentPassword: password })
    const near = [-1, 0, 1].map((away) => totpCode(secret, timeStepAt(noon) + away))
    const no = repeatTimes(10, (i) => String(i).repeat(6)).find((code) => !near.includes(code))!
    for (let n = 0; n < 6; n++) await outcomesOf([finishEnrollment(auth, person, { factorId, code: no })])
    const soon = authContextAt(site, { address, now: addMilliseconds(15 * minutes) })
    const right = (ahead: number) => totpCode(secret, timeStepAt(soon.now) + ahead)
    await finishEnrollment(soon, person, { factorId, code: right(0) })
    await disableTwoFactor(soon, person, { currentPassword: password, code: right(1) })
    await signOutElsewhere(soon, person)
    const by = { userId, device, address }
    expect(await written(site, before)).toEqual([
      ...Array(6).fill({ action: 'second_factor_failed', during: 'enrolment', ...by }),
      { action: 'two_factor_enabled', resourceId: factorId, ...by },
      { action: 'two_factor_disabled', ...by },
      { action: 'other_sessions_ended', ...by },
    ])
  })

  test('logs wrong current passwords, their lock and the ended session', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    const { person } = await signedIn(site, email)
    const before = (await linesOf(site)).length
    const form = { currentPassword: wrong, newPassword: 'Harbour1', confirmPassword: 'Harbour1' }
    const auth = authContextAt(site, { address })
    for (let n = 0; n < 11; n++) await outcomesOf([changePassword(auth, person, form)])
    const about = { userId, during: 'password-change', device, address }
    expect(await written(site, before)).toEqual([
      ...Array(10).fill({ action: 'sign_in_failed', ...about }),
      { action: 'sign_in_locked', ...about },
      { action: 'signed_out', userId, byForce: true, device, address },
    ])
  })

  test('logs the operation for which a wrong password was entered', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    const { person } = await signedIn(site, email)
    const before = (await linesOf(site)).length
    const auth = authContextAt(site, { address })
    await outcomesOf([issueConfirmation(auth, person, { currentPassword: wrong })])
    await outcomesOf([startEnrollment(auth, person, { currentPassword: wrong })])
    await outcomesOf([disableTwoFactor(auth, person, { currentPassword: wrong })])
    expect(await written(site, before)).toEqual(
      ['confirmation', 'enrolment', 'disabling'].map((during) => ({
        action: 'sign_in_failed',
        userId,
        during,
        device,
        address,
      })),
    )
  })

  test('logs wrong recovery codes, their lock and a used code', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    const { person } = await signedIn(site, email, { now: addMilliseconds(-20 * minutes) })
    const { factorId, recoveryCodes } = await withFactor(site, person)
    const before = (await linesOf(site)).length
    const recover = async (code: string, now = noon) => {
      const at = authContextAt(site, { address, now })
      const entered = await signIn(at, { email, password, rememberMe: false })
      const challenge = 'challenge' in entered ? entered.challenge.token : ''
      return signInWithRecoveryCode({ ...at, tokens: { challenge } }, { factorId, code })
    }
    await outcomesOf(repeatTimes(7, () => recover('AAAAAAAA')))
    await recover(recoveryCodes[0]!, addMilliseconds(15 * minutes))
    const by = { userId, device, address }
    const lines = await written(site, before)
    expect(lines.toSorted((a, b) => a.action.localeCompare(b.action))).toEqual([
      ...Array(5).fill({ action: 'recovery_code_failed', ...by }),
      { action: 'recovery_code_used', ...by },
      { action: 'second_factor_locked', ...by, with: 'recovery code' },
    ])
  })

  test('logs granted access, invitations and removals', async () => {
    const site = await createTestSite(database)
    const owner = await newUser(site, { administers: true })
    const guest = await newUser(site)
    const { person } = await signedIn(site, owner.email)
    const before = (await linesOf(site)).length
    const auth = authContextAt(site)
    await grantAccess(auth, person, { email: guest.email })
    await removeOrScheduleRemoval(auth, person, guest.userId)
    await grantAccess(auth, person, { email: 'asked@example.com' })
    await removeOrScheduleRemoval(auth, person, (await listAccess(auth)).invitations[0]!.id)
    await grantAccess(auth, person, { email: guest.email })
    const theirs = (await signedIn(site, guest.email)).person
    for (const keep of [theirs, person]) {
      await removeOrScheduleRemoval(auth, theirs, owner.userId)
      await cancelAccessRemoval(auth, keep, owner.userId)
    }
    const { userId } = owner
    const lines = (await written(site, before)).filter(({ action }) => action !== 'signed_in')
    expect(lines.splice(4)).toMatchObject([
      { action: 'granted', userId },
      { action: 'removal_asked', userId: guest.userId, resourceId: userId, resourceName: owner.email },
      { action: 'removal_withdrawn', userId: guest.userId, resourceId: userId, resourceName: owner.email },
      { action: 'removal_asked', userId: guest.userId },
      { action: 'removal_stopped', userId, resourceId: userId, resourceName: owner.email },
    ])
    expect(lines).toEqual([
      { action: 'granted', userId, resourceId: guest.userId, resourceName: guest.email },
      { action: 'removed', userId, resourceId: guest.userId, resourceName: guest.email },
      { action: 'invited', userId, resourceName: 'asked@example.com', device, address: auth.address },
      { action: 'invitation_taken_back', userId, resourceName: 'asked@example.com' },
    ])
  })
})
