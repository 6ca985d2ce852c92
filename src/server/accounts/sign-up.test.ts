import { describe, expect, test } from 'vitest'
import { accountTexts } from '#domain/texts/own-words.ts'
import { listAccess } from '#server/accounts/access.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { resendVerification, signUp, signUpStatus, verifyEmail } from '#server/accounts/sign-up.ts'
import { users } from '#server/accounts/table.ts'
import { findAccount } from '#server/accounts/users.ts'
import { newId } from '#server/db/id.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  countByValue,
  days,
  hours,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
  tokenInMail,
} from '#tests/fixtures/accounts.ts'

const mine = 'Harbour-Light 1!'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, mailsOf } = await openAccounts(database)
  const enter = (site: { websiteId: string }, email: string, typed = mine) =>
    signIn(authContextAt(site), { email, password: typed, rememberMe: false })
  const someone = () => `${newId()}@example.com`

  test('the mailed link creates the account, which has no access', async () => {
    const site = await createTestSite(database)
    const email = someone()
    const { token, ...status } = await signUp(authContextAt(site), { email, password: mine })
    expect(status).toEqual({ status: 'needs-verification', message: expect.stringContaining('confirmation') })
    expect(await authContextAt(site).inSite((tx) => findAccount(tx, email))).toBeUndefined()
    const [mail] = await mailsOf(site)
    expect(mail).toMatchObject({
      to: email,
      text: expect.stringContaining(`/auth/callback?site=${site.websiteId}&token=`),
    })
    expect(token).not.toBe(tokenInMail(mail))
    expect(await outcomesOf([enter(site, email)])).toEqual(['wrong-credentials'])
    const here = authContextAt(site, { tokens: { signUp: token } })
    expect(await verifyEmail(here, { token: tokenInMail(mail) })).toMatchObject({ status: 'verified' })
    expect(await enter(site, email)).toHaveProperty('session')
    expect((await listAccess(authContextAt(site))).administrators).toEqual([])
  })

  test('an address with an account gets the same answer, another mail, and keeps its password', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const fresh = await signUp(authContextAt(site), { email: someone(), password: mine })
    const known = await signUp(authContextAt(site), { email, password: mine })
    expect({ ...known, token: 0 }).toEqual({ ...fresh, token: 0 })
    const statusHere = (token: string) => signUpStatus(authContextAt(site, { tokens: { signUp: token } }))
    expect(await statusHere(known.token)).toEqual(await statusHere(fresh.token))
    const mails = await mailsOf(site)
    expect(mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('already have an account') })
    expect(mails.at(-1)!.text).not.toContain('token')
    const resent = await resendVerification(authContextAt(site, { tokens: { signUp: known.token } }))
    expect(resent.status).toBe('needs-verification')
    expect(await outcomesOf([enter(site, email, mine), enter(site, email, password)])).toEqual([
      'wrong-credentials',
      'done',
    ])
  })

  test('only the browser that signed up may ask for the status', async () => {
    const site = await createTestSite(database)
    const { token } = await signUp(authContextAt(site), { email: someone(), password: mine })
    const here = authContextAt(site, { tokens: { signUp: token } })
    const elsewhere = authContextAt(await createTestSite(database), { tokens: { signUp: token } })
    expect((await signUpStatus(here)).status).toBe('needs-verification')
    for (const other of [authContextAt(site), elsewhere]) expect((await signUpStatus(other)).status).toBe('no-account')
    await verifyEmail(here, { token: tokenInMail((await mailsOf(site))[0]) })
    expect((await signUpStatus(here)).status).toBe('verified')
    expect(await outcomesOf([resendVerification(here), resendVerification(authContextAt(site))])).toEqual([
      'verification-mail-failed',
      'verification-mail-failed',
    ])
    expect(await mailsOf(site)).toHaveLength(1)
  })

  test('a link opened in another browser requires the password of the sign-up', async () => {
    const site = await createTestSite(database)
    const email = someone()
    await signUp(authContextAt(site), { email, password: 'Lying-In-Wait 1!' })
    const token = tokenInMail((await mailsOf(site))[0])
    const fields = (auth: AuthContext, typed?: string) =>
      verifyEmail(auth, { token, password: typed }).catch(({ fields, reason }) => fields?.password ?? reason)
    const own = await signUp(authContextAt(site), { email, password: mine })
    for (const auth of [authContextAt(site), authContextAt(site, { tokens: { signUp: own.token } })]) {
      expect(await fields(auth)).toBe(accountTexts.signUpPasswordRequired)
      expect(await fields(auth, mine)).toBe(accountTexts.signUpPasswordWrong)
    }
    expect(await authContextAt(site).inSite((tx) => findAccount(tx, email))).toBeUndefined()
    // The link is not used up: the person who chose the password may use another browser.
    await verifyEmail(authContextAt(site), { token, password: 'Lying-In-Wait 1!' })
    expect(await outcomesOf([enter(site, email, 'Lying-In-Wait 1!')])).toEqual(['done'])
  })

  test('the password of a sign-up may be guessed ten times an hour, over all browsers', async () => {
    const site = await createTestSite(database)
    await signUp(authContextAt(site), { email: someone(), password: mine })
    const token = tokenInMail((await mailsOf(site))[0])
    const tries = await outcomesOf(
      repeatTimes(13, (i) => verifyEmail(authContextAt(site), { token, password: `Guess-${i} 1!` })),
    )
    expect(countByValue(tries)).toEqual({ invalid: 10, 'too-many': 3 })
    expect(await outcomesOf([verifyEmail(authContextAt(site), { token, password: mine })])).toEqual(['too-many'])
    const then = authContextAt(site, { now: addMilliseconds(hours) })
    expect(await outcomesOf([verifyEmail(then, { token, password: mine })])).toEqual(['done'])
  })

  test('a mail requested during the verification is not sent with a dead link', async () => {
    const site = await createTestSite(database)
    for (let round = 0; round < 5; round++) {
      const email = someone()
      const { token: signUpToken } = await signUp(authContextAt(site), { email, password: mine })
      const here = authContextAt(site, { tokens: { signUp: signUpToken } })
      const mailsTo = async () => (await mailsOf(site)).filter(({ to }) => to === email)
      const token = tokenInMail((await mailsTo())[0])
      const [verified, resent] = await outcomesOf([verifyEmail(here, { token }), resendVerification(here)])
      // Either the old link worked and no mail was sent, or it was replaced and the new one works.
      const mails = await mailsTo()
      expect(mails).toHaveLength(resent === 'done' ? 2 : 1)
      if (verified !== 'done') await verifyEmail(here, { token: tokenInMail(mails.at(-1)) })
      else expect(resent).toBe('verification-mail-failed')
    }
  })

  test('a verification link that is sent again replaces the first', async () => {
    const site = await createTestSite(database)
    const { token } = await signUp(authContextAt(site), { email: someone(), password: mine })
    const here = authContextAt(site, { tokens: { signUp: token } })
    await resendVerification(here)
    const [first, second] = await mailsOf(site)
    const verify = (mail: typeof first) => verifyEmail(here, { token: tokenInMail(mail) })
    expect(await outcomesOf([verify(first)])).toEqual(['link-invalid'])
    expect(await outcomesOf([verify(second)])).toEqual(['done'])
    const again = (await signUp(authContextAt(site), { email: someone(), password: mine })).token
    const resending = repeatTimes(5, () => resendVerification(authContextAt(site, { tokens: { signUp: again } })))
    expect(countByValue(await outcomesOf(resending))).toEqual({ done: 3, 'too-many': 2 })
  })

  test('a verification link lasts a day and works once, on its own website only', async () => {
    const site = await createTestSite(database)
    const email = someone()
    const { token: signUpToken } = await signUp(authContextAt(site), { email, password: mine })
    const token = tokenInMail((await mailsOf(site))[0])
    const tokens = { signUp: signUpToken }
    const elsewhere = await createTestSite(database)
    const late = verifyEmail(authContextAt(site, { now: addMilliseconds(24 * hours), tokens }), { token })
    const foreign = verifyEmail(authContextAt(elsewhere, { tokens }), { token })
    expect(await outcomesOf([late, foreign])).toEqual(['link-invalid', 'link-invalid'])
    const tried = await outcomesOf(
      repeatTimes(10, () => verifyEmail(authContextAt(site, { now: addMilliseconds(days - 1), tokens }), { token })),
    )
    expect(countByValue(tried)).toEqual({ done: 1, 'link-invalid': 9 })
  })

  test('two sign-ups with one address at the same time create one account', async () => {
    const site = await createTestSite(database)
    const email = someone()
    const [before, other] = [await authContextAt(site).inSite((tx) => tx.$count(users)), 'Other-Light 2!']
    for (const typed of [mine, other]) await signUp(authContextAt(site), { email, password: typed })
    const links = (await mailsOf(site)).map(tokenInMail)
    const typed = [mine, other]
    const verified = await Promise.all(
      links.map((token, i) => verifyEmail(authContextAt(site), { token, password: typed[i] })),
    )
    // The second one is not told that the typed password is the account's.
    expect(verified.map(({ message }) => message).toSorted()).toEqual(
      [accountTexts.statusKnown, accountTexts.statusVerified].toSorted(),
    )
    expect(await authContextAt(site).inSite((tx) => tx.$count(users))).toBe(before + 1)
    expect(countByValue(await outcomesOf([enter(site, email, mine), enter(site, email, other)]))).toEqual({
      done: 1,
      'wrong-credentials': 1,
    })
  })

  test('an invalid form is refused by field, and no mail is sent', async () => {
    const site = await createTestSite(database)
    const fields = (email: string, typed: string) =>
      signUp(authContextAt(site), { email, password: typed }).catch((e) => e.fields)
    expect(await fields('a@b', 'password')).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must contain at least one uppercase letter',
    })
    expect(await fields('аnn@example.com', mine)).toHaveProperty('email') // Cyrillic а
    expect(await fields('a@example.com', `Aa1!${'x'.repeat(1021)}`)).toEqual({ password: 'Password is too long' })
    expect(await mailsOf(site)).toEqual([])
  })
})
