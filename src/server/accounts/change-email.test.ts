import { describe, expect, test } from 'vitest'
import {
  confirmEmailChange,
  pendingEmailChange,
  requestEmailChange,
  withdrawEmailChange,
} from '#server/accounts/change-email.ts'
import { changePassword, requestPasswordReset, resetPassword } from '#server/accounts/change-password.ts'
import { identifyActor } from '#server/accounts/identify-actor.ts'
import { disownSignIn, signIn } from '#server/accounts/sign-in.ts'
import { createAccount } from '#server/accounts/sign-up.ts'
import { accountById, lockAccountRow } from '#server/accounts/users.ts'
import { newId } from '#server/db/id.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  countByValue,
  days,
  noon,
  openAccounts,
  outcomesOf,
  password,
  startBehindRowLock,
  tokenInMail,
} from '#tests/fixtures/accounts.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, signedIn, mailsOf, linesOf, keys } = await openAccounts(database)
  type Site = { websiteId: string }
  const isIn = async ({ websiteId }: Site, session: string) =>
    (await identifyActor(database, keys, websiteId, { session }, noon)).kind !== 'visitor'
  const enter = (site: Site, email: string) => signIn(authContextAt(site), { email, password, rememberMe: false })
  const confirm = (site: Site, token: string, { now = noon, person = null as Person | null } = {}) =>
    confirmEmailChange(authContextAt(site, { now }), { token, person })
  type Person = Awaited<ReturnType<typeof signedIn>>['person']

  /** A user who has requested a new address, and the tokens of both mails. */
  async function requested(newEmail = `${newId()}@example.com`) {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site)
    const { person, token: session } = await signedIn(site, email)
    await requestEmailChange(authContextAt(site), person, { email: newEmail })
    const [toOld, toNew] = await mailsOf(site)
    return { site, email, newEmail, userId, person, session, toOld: toOld!, toNew: toNew! }
  }

  test.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('changes the address when the %s address and then the %s one has confirmed it', async (first, second) => {
    const { site, email, newEmail, person, toOld, toNew } = await requested()
    const tokens = { old: tokenInMail(toOld), new: tokenInMail(toNew) }
    expect(await pendingEmailChange(authContextAt(site), person)).toEqual({
      email: newEmail,
      confirmedByOld: false,
      confirmedByNew: false,
      expiresAt: addMilliseconds(days),
    })
    expect(await confirm(site, tokens[first])).toEqual({ isChanged: false, email: newEmail })
    expect(await pendingEmailChange(authContextAt(site), person)).toMatchObject({
      confirmedByOld: first === 'old',
      confirmedByNew: first === 'new',
    })
    expect(await outcomesOf([enter(site, newEmail), enter(site, email)])).toEqual(['wrong-credentials', 'done'])
    expect(await confirm(site, tokens[second])).toEqual({ isChanged: true, email: newEmail })
    expect(await outcomesOf([enter(site, newEmail), enter(site, email)])).toEqual(['done', 'wrong-credentials'])
    expect(await outcomesOf([confirm(site, tokens.old), confirm(site, tokens.new)])).toEqual([
      'link-invalid',
      'link-invalid',
    ])
  })

  test('mails both addresses before and after; the new one never learns the old one in advance', async () => {
    const { site, email, newEmail, toOld, toNew } = await requested()
    const link = (token: string) => `https://site.example/admin/confirm-email?token=${token}`
    expect(toOld).toMatchObject({ to: email, text: expect.stringContaining(newEmail) })
    expect(toOld.text).toContain(link(tokenInMail(toOld)))
    expect(toNew).toMatchObject({ to: newEmail, text: expect.stringContaining(link(tokenInMail(toNew))) })
    expect(toNew.text).not.toContain(email)
    await confirm(site, tokenInMail(toOld))
    await confirm(site, tokenInMail(toNew))
    const [changed, former, ...more] = (await mailsOf(site)).slice(2)
    expect(changed).toMatchObject({ to: newEmail, subject: 'Your email address for Marlow Quay was changed' })
    expect(former).toMatchObject({ to: email, text: expect.stringContaining(newEmail) })
    expect(former!.text).not.toContain('token=')
    expect(more).toEqual([])
  })

  test('ends every session but the one that confirms, like a change of the password', async () => {
    const { site, email, person, session, toOld, toNew } = await requested()
    const elsewhere = await createTestSite(database)
    const others = [await signedIn(site, email), await signedIn(elsewhere, email)]
    await confirm(site, tokenInMail(toOld))
    expect(await isIn(site, others[0]!.token)).toBe(true)
    await confirm(site, tokenInMail(toNew), { person })
    expect(await isIn(site, session)).toBe(true)
    expect(await isIn(site, others[0]!.token)).toBe(false)
    expect(await isIn(elsewhere, others[1]!.token)).toBe(false)
  })

  test('ends every session when another browser confirms, even one that another user is signed in with', async () => {
    const { site, session, toOld, toNew } = await requested()
    const stranger = await signedIn(site, (await newUser(site)).email)
    await confirm(site, tokenInMail(toNew))
    await confirm(site, tokenInMail(toOld), { person: stranger.person })
    expect(await isIn(site, session)).toBe(false)
    expect(await isIn(site, stranger.token)).toBe(true)
  })

  test('a link expires after a day and works on its own website only', async () => {
    const { site, toOld, toNew } = await requested()
    const elsewhere = await createTestSite(database)
    expect(
      await outcomesOf([
        confirm(elsewhere, tokenInMail(toOld)),
        confirm(site, tokenInMail(toOld), { now: addMilliseconds(days) }),
      ]),
    ).toEqual(['link-invalid', 'link-invalid'])
    await confirm(site, tokenInMail(toOld), { now: addMilliseconds(days - 1) })
    expect(await outcomesOf([confirm(site, tokenInMail(toNew), { now: addMilliseconds(days) })])).toEqual([
      'link-invalid',
    ])
  })

  test('a second request, a cancelled one and a new password end the links', async () => {
    const first = await requested()
    const auth = authContextAt(first.site)
    await confirm(first.site, tokenInMail(first.toOld))
    await requestEmailChange(auth, first.person, { email: 'other@example.com' })
    expect(await outcomesOf([confirm(first.site, tokenInMail(first.toNew))])).toEqual(['link-invalid'])
    expect(await pendingEmailChange(auth, first.person)).toMatchObject({
      email: 'other@example.com',
      confirmedByOld: false,
    })
    const links = (await mailsOf(first.site)).slice(2).map(tokenInMail)
    await withdrawEmailChange(auth, first.person)
    expect(await outcomesOf(links.map((token) => confirm(first.site, token)))).toEqual(['link-invalid', 'link-invalid'])
    expect(await pendingEmailChange(auth, first.person)).toBeNull()

    const second = await requested()
    const chosen = 'Harbour-Light 1!'
    await changePassword(authContextAt(second.site), second.person, {
      currentPassword: password,
      newPassword: chosen,
      confirmPassword: chosen,
    })
    expect(await pendingEmailChange(authContextAt(second.site), second.person)).toBeNull()
    const tokens = [tokenInMail(second.toOld), tokenInMail(second.toNew)]
    expect(await outcomesOf(tokens.map((token) => confirm(second.site, token)))).toEqual([
      'link-invalid',
      'link-invalid',
    ])
  })

  test('links that were mailed to the former address before no longer work', async () => {
    const { site, email, person, toOld, toNew } = await requested()
    await requestPasswordReset(authContextAt(site), { email })
    const reset = tokenInMail((await mailsOf(site)).at(-1))
    await enter(site, email)
    const disown = tokenInMail((await mailsOf(site)).at(-1))
    await confirm(site, tokenInMail(toOld))
    await confirm(site, tokenInMail(toNew), { person })
    const chosen = { newPassword: 'Harbour-Light 1!', confirmPassword: 'Harbour-Light 1!' }
    expect(
      await outcomesOf([
        resetPassword(authContextAt(site), { token: reset, ...chosen }),
        disownSignIn(authContextAt(site), { token: disown }),
      ]),
    ).toEqual(['link-invalid', 'link-invalid'])
    const [changed] = (await mailsOf(site)).filter(({ subject }) => subject.startsWith('Your email address'))
    expect(await outcomesOf([disownSignIn(authContextAt(site), { token: tokenInMail(changed) })])).toEqual(['done'])
  })

  test('mails no link to an address with an account, and answers the same', async () => {
    const site = await createTestSite(database)
    const [{ email }, taken] = [await newUser(site), await newUser(site)]
    const { person } = await signedIn(site, email)
    await requestEmailChange(authContextAt(site), person, { email: taken.email.toUpperCase() })
    const [toOld, toTaken] = await mailsOf(site)
    expect(toTaken).toMatchObject({ to: taken.email, subject: 'You already have an account at Marlow Quay' })
    expect(toTaken!.text).not.toContain('token=')
    expect(await confirm(site, tokenInMail(toOld))).toEqual({ isChanged: false, email: taken.email })
  })

  test('refuses an e-mail change when the new address has an account by now', async () => {
    const { site, email, newEmail, userId, toOld, toNew } = await requested()
    await confirm(site, tokenInMail(toOld))
    const auth = authContextAt(site)
    const { passwordHash } = await auth.inSite((tx) => accountById(tx, userId))
    await auth.inSite((tx) => createAccount(tx, { now: noon }, { email: newEmail, passwordHash }))
    expect(await outcomesOf([confirm(site, tokenInMail(toNew))])).toEqual(['link-invalid'])
    expect((await auth.inSite((tx) => accountById(tx, userId))).email).toBe(email)
  })

  test('rejects an address that is malformed or already the own one, and too many requests', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const { person } = await signedIn(site, email)
    const ask = (typed: string) => requestEmailChange(authContextAt(site), person, { email: typed })
    expect(await outcomesOf([ask('nobody'), ask(` ${email.toUpperCase()} `)])).toEqual(['invalid', 'invalid'])
    for (let n = 0; n < 4; n++) await ask(`new-${n}@example.com`)
    expect(await outcomesOf([ask('new-5@example.com')])).toEqual(['too-many'])
  })

  test('the activity log says who asked, cancelled and changed it, from where, and the change', async () => {
    const { site, email, newEmail, person, userId, toOld, toNew } = await requested()
    await confirm(site, tokenInMail(toOld))
    await confirm(site, tokenInMail(toNew), { person })
    await requestEmailChange(authContextAt(site), person, { email })
    await withdrawEmailChange(authContextAt(site), person)
    await withdrawEmailChange(authContextAt(site), person)
    const lines = (await linesOf(site)).filter(({ action }) => action.startsWith('email_'))
    expect(lines).toMatchObject([
      { action: 'email_change_asked', userId, details: { device: 'Firefox on Linux' } },
      { action: 'email_changed', userId, details: { changes: { email: { before: email, after: newEmail } } } },
      { action: 'email_change_asked', userId },
      { action: 'email_change_withdrawn', userId },
    ])
    expect(lines).toHaveLength(4)
  })
})

test('simultaneous confirmations on PostgreSQL use each link once', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 6 })
  const { authContextAt, newUser, signedIn, mailsOf } = await openAccounts(database)
  const site = await createTestSite(database)
  const { email, userId } = await newUser(site)
  const { person } = await signedIn(site, email)
  await requestEmailChange(authContextAt(site), person, { email: `${newId()}@example.com` })
  const tokens = (await mailsOf(site)).map(tokenInMail)
  const presses = [...tokens, ...tokens].map(
    (token) => () => confirmEmailChange(authContextAt(site), { token, person: null }),
  )
  const seen = await startBehindRowLock(database, site, (tx) => lockAccountRow(tx, userId), presses)
  expect(countByValue(seen)).toEqual({ done: 2, 'link-invalid': 2 })
  expect((await mailsOf(site)).filter(({ subject }) => subject.startsWith('Your email address'))).toHaveLength(2)
})
