import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { changePassword } from '#server/accounts/change-password.ts'
import { hours, later, noon, openAccounts, outcomes, password, times, tokenIn } from '#server/accounts/fixture.ts'
import { askForReset, resetPassword } from '#server/accounts/password-reset.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { lockedAccount } from '#server/accounts/users.ts'
import { whoIs } from '#server/accounts/who.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'

const chosen = 'Harbour-Light 1!'
const choosing = (token: string, newPassword = chosen, confirmPassword = newPassword) => ({
  token,
  newPassword,
  confirmPassword,
})

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { deskAt, newUser, signedIn, withFactor, mailsOf, activityOf, keys } = await openAccounts(database)
  const isIn = async ({ websiteId }: { websiteId: string }, session: string) =>
    (await whoIs(database, keys, websiteId, { session }, noon)).kind !== 'visitor'
  const enter = (site: { websiteId: string }, email: string, typed: string) =>
    signIn(deskAt(site), { email, password: typed, rememberMe: false })

  async function asked() {
    const site = await newSite(database)
    const { email } = await newUser(site)
    await askForReset(deskAt(site), { email })
    const [mail] = await mailsOf(site)
    return { site, email, token: tokenIn(mail), mail: mail! }
  }

  test('the link in the mail sets a new password, once, and signs nobody in', async () => {
    const { site, email, token, mail } = await asked()
    expect(mail).toMatchObject({
      to: email,
      text: expect.stringContaining(`https://site.example/reset-password?token=${token}`),
    })
    await resetPassword(deskAt(site), choosing(token))
    expect(await outcomes([enter(site, email, password), enter(site, email, chosen)])).toEqual([
      'wrong-credentials',
      'done',
    ])
    expect(await outcomes([resetPassword(deskAt(site), choosing(token, 'Another-One 2!'))])).toEqual(['link-invalid'])
    expect((await mailsOf(site)).at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('was changed') })
    expect(await activityOf(site)).toEqual(expect.arrayContaining(['password_reset_asked', 'password_reset']))
  })

  test('every session ends, also on the other websites', async () => {
    const { site, email, token } = await asked()
    const other = await newSite(database)
    const [here, there] = [await signedIn(site, email), await signedIn(other, email)]
    expect([await isIn(site, here.token), await isIn(other, there.token)]).toEqual([true, true])
    await resetPassword(deskAt(site), choosing(token))
    expect([await isIn(site, here.token), await isIn(other, there.token)]).toEqual([false, false])
  })

  test('two-factor authentication stays on', async () => {
    const { site, email, token } = await asked()
    await withFactor(site, (await signedIn(site, email)).person)
    // Setting it up has ended the link too; a fresh one is needed.
    expect(await outcomes([resetPassword(deskAt(site), choosing(token))])).toEqual(['link-invalid'])
    await askForReset(deskAt(site), { email })
    await resetPassword(deskAt(site), choosing(tokenIn((await mailsOf(site)).at(-1))))
    expect(await enter(site, email, chosen)).toHaveProperty('challenge')
  })

  test('a link lasts an hour, is of one website, and ends when the password changes', async () => {
    const { site, token } = await asked()
    const elsewhere = await newSite(database)
    expect(
      await outcomes([
        resetPassword(deskAt(site, { now: later(hours) }), choosing(token)),
        resetPassword(deskAt(elsewhere), choosing(token)),
        resetPassword(deskAt(site), choosing('x'.repeat(43))),
        resetPassword(deskAt(site), choosing('\0')),
      ]),
    ).toEqual(Array(4).fill('link-invalid'))
    await resetPassword(deskAt(site, { now: later(hours - 1) }), choosing(token))
  })

  test('of ten who use two links at the same moment, one succeeds', async () => {
    const { site, email, token } = await asked()
    await askForReset(deskAt(site), { email })
    const second = tokenIn((await mailsOf(site)).at(-1))
    const tried = times(10, (i) => resetPassword(deskAt(site), choosing(i % 2 ? token : second, `Harbour-Light ${i}!`)))
    expect((await outcomes(tried)).filter((one) => one === 'done')).toHaveLength(1)
  })

  test('an unknown address gets no mail and the same answer; each gets three an hour', async () => {
    const site = await newSite(database)
    const { email } = await newUser(site)
    for (const typed of [email, 'nobody@example.com'])
      expect(await outcomes(times(5, () => askForReset(deskAt(site), { email: typed })))).toEqual(
        expect.arrayContaining(['done', 'done', 'done', 'too-many', 'too-many']),
      )
    expect((await mailsOf(site)).map(({ to }) => to)).toEqual([email, email, email])
  })

  test('a password that will not do is refused with the words of the site, and the link stays good', async () => {
    const { site, token } = await asked()
    const desk = deskAt(site)
    const fields = (form: ReturnType<typeof choosing>) => resetPassword(desk, form).catch((error) => error.fields)
    expect(await fields(choosing(token, 'short'))).toEqual({
      newPassword: 'Password must be at least 8 characters long',
    })
    expect(await fields(choosing(token, chosen, 'other'))).toEqual({ confirmPassword: "Passwords don't match" })
    expect(await fields(choosing(token, ''))).toEqual({
      newPassword: 'Password is required',
      confirmPassword: 'Please confirm your password',
    })
    const strict = { ...desk, site: { ...desk.site, passwords: { ...desk.site.passwords, minLength: 20 } } }
    await expect(resetPassword(strict, choosing(token))).rejects.toMatchObject({
      fields: { newPassword: 'Password must be at least 20 characters long' },
    })
    await resetPassword(desk, choosing(token))
  })

  test('whoever was locked out by wrong tries gets in again with a new password', async () => {
    const { site, email, token } = await asked()
    await outcomes(times(12, () => enter(site, email, 'Wrong-Ferry 7!')))
    expect(await outcomes([enter(site, email, password)])).toEqual(['too-many'])
    await resetPassword(deskAt(site), choosing(token))
    expect(await outcomes([enter(site, email, chosen)])).toEqual(['done'])
  })

  test('changing the password needs the current one, ends the other sessions and keeps this one', async () => {
    const site = await newSite(database)
    const { email } = await newUser(site)
    const [here, there] = [await signedIn(site, email), await signedIn(site, email)]
    const change = (currentPassword: string) =>
      changePassword(deskAt(site), here.person, {
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
    expect(await outcomes([enter(site, email, password), enter(site, email, 'Harbour1')])).toEqual([
      'wrong-credentials',
      'done',
    ])
    expect(await mailsOf(site)).toMatchObject([{ to: email, subject: expect.stringContaining('was changed') }])
    expect(await activityOf(site)).toContain('password_changed')
  })
})

describe('on postgres', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 6 })
  const { deskAt, newUser, mailsOf } = await openAccounts(database)

  test('two links that are used while the account is being changed do not both set a password', async () => {
    const site = await newSite(database)
    const { email, userId } = await newUser(site)
    await askForReset(deskAt(site), { email })
    await askForReset(deskAt(site), { email })
    const links = (await mailsOf(site)).map(tokenIn)
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = async (tx: SiteTx) => {
      await lockedAccount(tx, userId)
      locked.resolve()
      await release.promise
    }
    const holding = inSite(database, { ...site, role: 'auth_service' }, hold, { longest: 60_000 })
    await locked.promise
    const resets = outcomes(links.map((token) => resetPassword(deskAt(site), choosing(token))))
    const waiting = () =>
      deskAt(site).inSite(async (tx) => {
        const { rows } = await tx.execute<{ n: number }>(sql`select count(distinct pid) as n from pg_locks
          where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`)
        return Number(rows[0]!.n)
      })
    await expect.poll(waiting, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    release.resolve()
    await holding
    expect((await resets).toSorted()).toEqual(['done', 'link-invalid'])
  })
})
