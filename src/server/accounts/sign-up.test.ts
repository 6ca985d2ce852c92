import { describe, expect, test } from 'vitest'
import { listAccess } from '#server/accounts/access.ts'
import {
  days,
  hours,
  howMany,
  later,
  openAccounts,
  outcomes,
  password,
  times,
  tokenIn,
} from '#server/accounts/fixture.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { resendVerification, signUp, verifyEmail } from '#server/accounts/sign-up.ts'
import { signUpStatus } from '#server/accounts/sign-up-status.ts'
import { users } from '#server/accounts/table.ts'
import { accountOf } from '#server/accounts/users.ts'
import { newId } from '#server/db/id.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'

const mine = 'Harbour-Light 1!'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { deskAt, newUser, mailsOf } = await openAccounts(database)
  const enter = (site: { websiteId: string }, email: string, typed = mine) =>
    signIn(deskAt(site), { email, password: typed, rememberMe: false })
  const someone = () => `${newId()}@example.com`

  test('an account exists once the link in the mail is used, and has access to nothing', async () => {
    const site = await newSite(database)
    const email = someone()
    const { token, ...status } = await signUp(deskAt(site), { email, password: mine })
    expect(status).toEqual({ status: 'needs-verification', message: expect.stringContaining('confirmation') })
    expect(await deskAt(site).inSite((tx) => accountOf(tx, email))).toBeUndefined()
    const [mail] = await mailsOf(site)
    expect(mail).toMatchObject({
      to: email,
      text: expect.stringContaining(`/auth/callback?site=${site.websiteId}&token=`),
    })
    expect(token).not.toBe(tokenIn(mail))
    expect(await outcomes([enter(site, email)])).toEqual(['wrong-credentials'])
    expect(await verifyEmail(deskAt(site), { token: tokenIn(mail) })).toMatchObject({ status: 'verified' })
    expect(await enter(site, email)).toHaveProperty('session')
    expect((await listAccess(deskAt(site))).administrators).toEqual([])
  })

  test('an address that has an account is answered the same; only its mailbox learns more, and its password stays', async () => {
    const site = await newSite(database)
    const { email } = await newUser(site)
    const fresh = await signUp(deskAt(site), { email: someone(), password: mine })
    const known = await signUp(deskAt(site), { email, password: mine })
    expect({ ...known, token: 0 }).toEqual({ ...fresh, token: 0 })
    const statusHere = (token: string) => signUpStatus(deskAt(site, { tokens: { signUp: token } }))
    expect(await statusHere(known.token)).toEqual(await statusHere(fresh.token))
    const mails = await mailsOf(site)
    expect(mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('already have an account') })
    expect(mails.at(-1)!.text).not.toContain('token')
    const resent = await resendVerification(deskAt(site, { tokens: { signUp: known.token } }))
    expect(resent.status).toBe('needs-verification')
    expect(await outcomes([enter(site, email, mine), enter(site, email, password)])).toEqual([
      'wrong-credentials',
      'done',
    ])
  })

  test('the browser that signed up may ask how it is going, and no other', async () => {
    const site = await newSite(database)
    const { token } = await signUp(deskAt(site), { email: someone(), password: mine })
    const here = deskAt(site, { tokens: { signUp: token } })
    const elsewhere = deskAt(await newSite(database), { tokens: { signUp: token } })
    expect((await signUpStatus(here)).status).toBe('needs-verification')
    for (const other of [deskAt(site), elsewhere]) expect((await signUpStatus(other)).status).toBe('no-account')
    await verifyEmail(deskAt(site), { token: tokenIn((await mailsOf(site))[0]) })
    expect((await signUpStatus(here)).status).toBe('verified')
    expect(await outcomes([resendVerification(here), resendVerification(deskAt(site))])).toEqual([
      'not-found',
      'not-found',
    ])
  })

  test('a link that was sent again takes the place of the first', async () => {
    const site = await newSite(database)
    const { token } = await signUp(deskAt(site), { email: someone(), password: mine })
    const here = deskAt(site, { tokens: { signUp: token } })
    await resendVerification(here)
    const [first, second] = await mailsOf(site)
    const verify = (mail: typeof first) => verifyEmail(deskAt(site), { token: tokenIn(mail) })
    expect(await outcomes([verify(first)])).toEqual(['link-invalid'])
    expect(await outcomes([verify(second)])).toEqual(['done'])
    const again = (await signUp(deskAt(site), { email: someone(), password: mine })).token
    const resending = times(5, () => resendVerification(deskAt(site, { tokens: { signUp: again } })))
    expect(howMany(await outcomes(resending))).toEqual({ done: 3, 'too-many': 2 })
  })

  test('a link lasts a day, works once when ten use it at the same moment, and on its own website', async () => {
    const site = await newSite(database)
    const email = someone()
    await signUp(deskAt(site), { email, password: mine })
    const token = tokenIn((await mailsOf(site))[0])
    const elsewhere = await newSite(database)
    const late = verifyEmail(deskAt(site, { now: later(24 * hours) }), { token })
    const foreign = verifyEmail(deskAt(elsewhere), { token })
    expect(await outcomes([late, foreign])).toEqual(['link-invalid', 'link-invalid'])
    const tried = await outcomes(times(10, () => verifyEmail(deskAt(site, { now: later(days - 1) }), { token })))
    expect(howMany(tried)).toEqual({ done: 1, 'link-invalid': 9 })
  })

  test('two people who sign up with one address at once do not make two accounts', async () => {
    const site = await newSite(database)
    const email = someone()
    const [before, other] = [await deskAt(site).inSite((tx) => tx.$count(users)), 'Other-Light 2!']
    await Promise.all([mine, other].map((typed) => signUp(deskAt(site), { email, password: typed })))
    const links = (await mailsOf(site)).map(tokenIn)
    expect(await outcomes(links.map((token) => verifyEmail(deskAt(site), { token })))).toEqual(['done', 'done'])
    expect(await deskAt(site).inSite((tx) => tx.$count(users))).toBe(before + 1)
    expect(howMany(await outcomes([enter(site, email, mine), enter(site, email, other)]))).toEqual({
      done: 1,
      'wrong-credentials': 1,
    })
  })

  test('what will not do is refused field by field, and nothing is sent', async () => {
    const site = await newSite(database)
    const fields = (email: string, typed: string) =>
      signUp(deskAt(site), { email, password: typed }).catch((e) => e.fields)
    expect(await fields('a@b', 'password')).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must contain at least one uppercase letter',
    })
    expect(await fields('аnn@example.com', mine)).toHaveProperty('email') // Cyrillic а
    expect(await fields('a@example.com', `Aa1!${'x'.repeat(1021)}`)).toEqual({ password: 'Password is too long' })
    expect(await mailsOf(site)).toEqual([])
  })
})
