import { describe, expect, test } from 'vitest'
import { changePassword, requestPasswordReset, resetPassword } from '#server/accounts/change-password.ts'
import { identifyActor } from '#server/accounts/identify-actor.ts'
import { findLiveSession, signOutElsewhere } from '#server/accounts/sessions.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { sweepAccounts } from '#server/accounts/sweep.ts'
import { lockAccountRow } from '#server/accounts/users.ts'
import { newId } from '#server/db/id.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  countByValue,
  hours,
  minutes,
  noon,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
  startBehindRowLock,
  tokenInMail,
} from '#tests/fixtures/accounts.ts'

const chosen = 'Harbour-Light 1!'
const choosing = (token: string, newPassword = chosen, confirmPassword = newPassword) => ({
  token,
  newPassword,
  confirmPassword,
})

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, signedIn, withFactor, mailsOf, activityOf, keys } = await openAccounts(database)
  const isIn = async ({ websiteId }: { websiteId: string }, session: string) =>
    (await identifyActor(database, keys, websiteId, { session }, noon)).kind !== 'visitor'
  const enter = (site: { websiteId: string }, email: string, typed: string, address = newId()) =>
    signIn(authContextAt(site, { address }), { email, password: typed, rememberMe: false })

  async function requestedReset() {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    await requestPasswordReset(authContextAt(site), { email })
    const [mail] = await mailsOf(site)
    return { site, email, token: tokenInMail(mail), mail: mail! }
  }

  async function anotherLink(site: { websiteId: string }, email: string) {
    await requestPasswordReset(authContextAt(site), { email })
    return tokenInMail((await mailsOf(site)).at(-1))
  }

  test('the mailed link sets a new password once, and opens no session', async () => {
    const { site, email, token, mail } = await requestedReset()
    expect(mail).toMatchObject({
      to: email,
      text: expect.stringContaining(`https://site.example/reset-password?token=${token}`),
    })
    await resetPassword(authContextAt(site), choosing(token))
    expect(await outcomesOf([enter(site, email, password), enter(site, email, chosen)])).toEqual([
      'wrong-credentials',
      'done',
    ])
    expect(await outcomesOf([resetPassword(authContextAt(site), choosing(token, 'Another-One 2!'))])).toEqual([
      'link-invalid',
    ])
    const subjects = (await mailsOf(site)).filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjects).toEqual([
      expect.stringContaining('Choose a new password'),
      expect.stringContaining('was changed'),
      // With a browser that has not signed in before.
      expect.stringContaining('New sign-in'),
    ])
    expect(await activityOf(site)).toEqual(expect.arrayContaining(['password_reset_asked', 'password_reset']))
  })

  test('a reset ends every session, also on the other websites', async () => {
    const { site, email, token } = await requestedReset()
    const other = await createTestSite(database)
    const [here, there] = [await signedIn(site, email), await signedIn(other, email)]
    expect([await isIn(site, here.token), await isIn(other, there.token)]).toEqual([true, true])
    await resetPassword(authContextAt(site), choosing(token))
    expect([await isIn(site, here.token), await isIn(other, there.token)]).toEqual([false, false])
  })

  test('a reset leaves two-factor authentication on', async () => {
    const { site, email, token } = await requestedReset()
    await withFactor(site, (await signedIn(site, email)).person)
    await resetPassword(authContextAt(site), choosing(token))
    expect(await enter(site, email, chosen)).toHaveProperty('challenge')
  })

  test('a link ends when the password changes, and not when the user signs out elsewhere', async () => {
    const { site, email, token } = await requestedReset()
    const { person } = await signedIn(site, email)
    const [used, second] = [token, await anotherLink(site, email)]
    for (let n = 0; n < 3; n++) await signOutElsewhere(authContextAt(site), person)
    await resetPassword(authContextAt(site), choosing(used))
    expect(await outcomesOf([resetPassword(authContextAt(site), choosing(second))])).toEqual(['link-invalid'])
    const third = await anotherLink(site, email)
    const entered = await enter(site, email, chosen)
    const session = 'session' in entered ? entered.session.token : ''
    const living = await authContextAt(site).inSite((tx) => findLiveSession(tx, { token: session }, noon))
    const own = { userId: living!.userId, sessionId: living!.id }
    const change = { currentPassword: chosen, newPassword: 'Harbour1', confirmPassword: 'Harbour1' }
    await changePassword(authContextAt(site), own, change)
    expect(await outcomesOf([resetPassword(authContextAt(site), choosing(third))])).toEqual(['link-invalid'])
  })

  test('a reset link lasts an hour and works on one website', async () => {
    const { site, token } = await requestedReset()
    const elsewhere = await createTestSite(database)
    expect(
      await outcomesOf([
        resetPassword(authContextAt(site, { now: addMilliseconds(hours) }), choosing(token)),
        resetPassword(authContextAt(elsewhere), choosing(token)),
        resetPassword(authContextAt(site), choosing('x'.repeat(43))),
        resetPassword(authContextAt(site), choosing('\0')),
      ]),
    ).toEqual(Array(4).fill('link-invalid'))
    await resetPassword(authContextAt(site, { now: addMilliseconds(hours - 1) }), choosing(token))
  })

  test('of ten parallel uses of two links, one succeeds', async () => {
    const { site, email, token } = await requestedReset()
    await requestPasswordReset(authContextAt(site), { email })
    const second = tokenInMail((await mailsOf(site)).at(-1))
    const tried = repeatTimes(10, (i) =>
      resetPassword(authContextAt(site), choosing(i % 2 ? token : second, `Harbour-Light ${i}!`)),
    )
    expect((await outcomesOf(tried)).filter((one) => one === 'done')).toHaveLength(1)
  })

  test('an unknown address gets no mail and the same answer; a known one three mails an hour', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    for (const typed of [email, 'nobody@example.com'])
      expect(
        countByValue(
          await outcomesOf(repeatTimes(5, () => requestPasswordReset(authContextAt(site), { email: typed }))),
        ),
      ).toEqual({
        done: 5,
      })
    expect((await mailsOf(site)).map(({ to }) => to)).toEqual([email, email, email])
  })

  test('refuses a weak password by the rules of the site, and keeps the link valid', async () => {
    const { site, token } = await requestedReset()
    const auth = authContextAt(site)
    const fields = (form: ReturnType<typeof choosing>) => resetPassword(auth, form).catch((error) => error.fields)
    expect(await fields(choosing(token, 'short'))).toEqual({
      newPassword: 'Password must be at least 8 characters long',
    })
    expect(await fields(choosing(token, chosen, 'other'))).toEqual({ confirmPassword: "Passwords don't match" })
    expect(await fields(choosing(token, ''))).toEqual({
      newPassword: 'Password is required',
      confirmPassword: 'Please confirm your password',
    })
    const strict = { ...auth, site: { ...auth.site, passwords: { ...auth.site.passwords, minLength: 20 } } }
    await expect(resetPassword(strict, choosing(token))).rejects.toMatchObject({
      fields: { newPassword: 'Password must be at least 20 characters long' },
    })
    await resetPassword(auth, choosing(token))
  })

  test('a new password lifts the lock of wrong attempts', async () => {
    const { site, email, token } = await requestedReset()
    const address = '192.0.2.7'
    await outcomesOf(repeatTimes(12, () => enter(site, email, 'Wrong-Ferry 7!', address)))
    expect(await outcomesOf([enter(site, email, password, address)])).toEqual(['too-many'])
    await resetPassword(authContextAt(site, { address }), choosing(token))
    expect(await outcomesOf([enter(site, email, chosen, address)])).toEqual(['done'])
  })

  test('changing the password requires the current one, ends the other sessions and keeps this one', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const [here, there] = [await signedIn(site, email), await signedIn(site, email)]
    const change = (currentPassword: string) =>
      changePassword(authContextAt(site), here.person, {
        currentPassword,
        newPassword: 'Harbour1',
        confirmPassword: 'Harbour1',
      })
    await expect(change('Wrong-Ferry 7!')).rejects.toMatchObject({
      reason: 'current-password-incorrect',
      fields: { currentPassword: 'Current password is incorrect' },
    })
    await change(password)
    expect([await isIn(site, here.token), await isIn(site, there.token)]).toEqual([true, false])
    expect(await outcomesOf([enter(site, email, password), enter(site, email, 'Harbour1')])).toEqual([
      'wrong-credentials',
      'done',
    ])
    expect((await mailsOf(site))[0]).toMatchObject({ to: email, subject: expect.stringContaining('was changed') })
    expect(await activityOf(site)).toContain('password_changed')
  })
})

describe('on postgres', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 6 })
  const { authContextAt, newUser, mailsOf } = await openAccounts(database)

  test('two links used while the account is locked do not both set a password', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    await requestPasswordReset(authContextAt(site), { email })
    await requestPasswordReset(authContextAt(site), { email })
    const links = (await mailsOf(site)).map(tokenInMail)
    const use = (token: string) => () => resetPassword(authContextAt(site), choosing(token))
    const resets = await startBehindRowLock(database, site, (tx) => lockAccountRow(tx, userId), links.map(use))
    expect(resets.toSorted()).toEqual(['done', 'link-invalid'])
  })

  test('signing in and setting a new password at the same time never deadlock', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    await requestPasswordReset(authContextAt(site), { email })
    const token = tokenInMail((await mailsOf(site))[0])
    const enter = () => signIn(authContextAt(site), { email, password, rememberMe: false })
    const [reset, entered] = await startBehindRowLock(database, site, (tx) => lockAccountRow(tx, userId), [
      () => resetPassword(authContextAt(site), choosing(token)),
      enter,
    ])
    expect(reset).toBe('done')
    expect(entered).toMatch(/^(done|wrong-credentials)$/)
  })

  test('many concurrent sign-ins, resets and sweeps never deadlock', async () => {
    const site = await createTestSite(database)
    const seen = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const { email } = await newUser(site)
      await requestPasswordReset(authContextAt(site), { email })
      const token = tokenInMail((await mailsOf(site)).findLast(({ to }) => to === email))
      // Attempts from one address are limited.
      const address = `192.0.2.${round}`
      const enter = (typed: string) =>
        signIn(authContextAt(site, { address }), { email, password: typed, rememberMe: false })
      const all = await outcomesOf([
        resetPassword(authContextAt(site), choosing(token)),
        ...repeatTimes(4, () => enter(password)),
        enter('Wrong-Ferry 7!'),
        authContextAt(site).inSite((tx) => sweepAccounts(tx, addMilliseconds(20 * minutes))),
      ])
      for (const one of all) seen.add(one)
    }
    expect([...seen].toSorted()).toEqual(['done', 'wrong-credentials'])
  })
})
