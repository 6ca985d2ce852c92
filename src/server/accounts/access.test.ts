import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { acceptInvitation, createInvitation, grantAccess, listAccess, readInvitation } from '#server/accounts/access.ts'
import { identifyActor } from '#server/accounts/identify-actor.ts'
import { cancelAccessRemoval, cancelAccessRemovalByLink, removeOrScheduleRemoval } from '#server/accounts/removal.ts'
import { sweepAccounts } from '#server/accounts/sweep.ts'
import { oneTimeTokens, userWebsiteAccess } from '#server/accounts/table.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  countByValue,
  days,
  hours,
  noon,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
  startBehindRowLock,
  tokenInMail,
} from '#tests/fixtures/accounts.ts'

type TestUser = { userId: string; email: string; token: string; person: { userId: string; sessionId: string } }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const { authContextAt, newUser, signedIn, mailsOf, activityOf, linesOf, keys } = await openAccounts(database)

  async function setUp(administrators = 1) {
    const site = await createTestSite(database)
    const people = []
    for (let n = 0; n < administrators; n++) {
      const user = await newUser(site, { administers: true })
      people.push({ ...user, ...(await signedIn(site, user.email)) })
    }
    const auth = authContextAt(site)
    const kindOf = async (session: string, now = noon) =>
      (await identifyActor(database, keys, site.websiteId, { session }, now)).kind
    const emails = async () => (await listAccess(auth)).administrators.map(({ email }) => email).toSorted()
    return { site, auth, owner: people[0]!, people, kindOf, emails }
  }

  test('a user with an account gets access at once, and a mail', async () => {
    const { site, auth, owner, kindOf } = await setUp()
    const { email, userId } = await newUser(site)
    const { token } = await signedIn(site, email)
    expect(await kindOf(token)).toBe('signed-in')
    expect(await grantAccess(auth, owner.person, { email: ` ${email.toUpperCase()}` })).toEqual({ outcome: 'granted' })
    expect(await kindOf(token)).toBe('administrator')
    expect((await listAccess(auth)).administrators.at(-1)).toEqual({
      userId,
      email,
      grantedBy: owner.email,
      createdAt: noon,
      removalBy: null,
      removalAt: null,
    })
    expect(await mailsOf(site)).toMatchObject([
      { to: email, subject: 'You now have access to Marlow Quay' },
      { to: owner.email, subject: 'Access to Marlow Quay has changed' },
    ])
    await grantAccess(auth, owner.person, { email })
    expect(await mailsOf(site)).toHaveLength(2)
  })

  test('a person without an account is invited, and gets access by choosing a password', async () => {
    const { site, auth, owner, emails } = await setUp()
    const email = `${newId()}@example.com`
    expect(await grantAccess(auth, owner.person, { email })).toEqual({ outcome: 'invited' })
    expect((await listAccess(auth)).invitations).toMatchObject([
      { email, createdAt: noon, expiresAt: addMilliseconds(7 * days) },
    ])
    const [mail] = await mailsOf(site)
    expect(mail).toMatchObject({
      to: email,
      text: expect.stringContaining('https://site.example/admin/sign-up?invitation='),
    })
    const invitation = tokenInMail(mail)
    for (let n = 0; n < 3; n++) expect(await readInvitation(auth, { token: invitation })).toEqual({ email })
    const accept = (typed = email, now = noon) =>
      acceptInvitation(authContextAt(site, { now }), { email: typed, password, invitation })
    await expect(accept('other@example.com')).rejects.toMatchObject({ fields: { email: expect.any(String) } })
    expect(await outcomesOf([accept(email, addMilliseconds(7 * days))])).toEqual(['link-invalid'])
    expect(countByValue(await outcomesOf(repeatTimes(5, () => accept())))).toEqual({ done: 1, 'link-invalid': 4 })
    expect(await emails()).toEqual([owner.email, email].toSorted())
    expect((await listAccess(auth)).invitations).toEqual([])
    await signedIn(site, email)
    expect(await activityOf(site)).toEqual(expect.arrayContaining(['invited', 'invitation_accepted']))
  })

  test('an invited person who has created an account meanwhile keeps its password and gets access', async () => {
    const { site, auth, owner, emails } = await setUp()
    const email = `${newId()}@example.com`
    await grantAccess(auth, owner.person, { email })
    const invitation = tokenInMail((await mailsOf(site))[0])
    const other = await setUp()
    await grantAccess(other.auth, other.owner.person, { email })
    const theirs = tokenInMail((await mailsOf(other.site))[0])
    await acceptInvitation(other.auth, { email, password, invitation: theirs })
    const accepted = await acceptInvitation(auth, { email, password: 'Harbour-Light 1!', invitation })
    expect(accepted).toEqual({
      status: 'verified',
      message: 'You already have an account: sign in with your own password.',
    })
    expect(await emails()).toContain(email)
    await signedIn(site, email)
  })

  test('an invitation can be withdrawn, and a second one replaces the first', async () => {
    const { site, auth, owner } = await setUp()
    const email = `${newId()}@example.com`
    await grantAccess(auth, owner.person, { email })
    await grantAccess(auth, owner.person, { email })
    const [first, second] = (await mailsOf(site)).filter(({ to }) => to === email).map(tokenInMail)
    const { invitations } = await listAccess(auth)
    expect(invitations).toHaveLength(1)
    expect(await outcomesOf([readInvitation(auth, { token: first! })])).toEqual(['link-invalid'])
    await removeOrScheduleRemoval(auth, owner.person, invitations[0]!.id)
    expect(await outcomesOf([readInvitation(auth, { token: second! })])).toEqual(['link-invalid'])
    expect(await outcomesOf([removeOrScheduleRemoval(auth, owner.person, invitations[0]!.id)])).toEqual(['not-found'])
  })

  test('an invitation ends when its person gets access otherwise, and when they lose access', async () => {
    const { site, auth, owner, people } = await setUp(2)
    const email = `${newId()}@example.com`
    await grantAccess(auth, owner.person, { email })
    const early = tokenInMail((await mailsOf(site))[0])
    // The account is created on another website, and then this one grants it access.
    const other = await setUp()
    await grantAccess(other.auth, other.owner.person, { email })
    await acceptInvitation(other.auth, { email, password, invitation: tokenInMail((await mailsOf(other.site))[0]) })
    expect(await grantAccess(auth, owner.person, { email })).toEqual({ outcome: 'granted' })
    expect((await listAccess(auth)).invitations).toEqual([])
    const guest = (await listAccess(auth)).administrators.find((one) => one.email === email)!
    await removeOrScheduleRemoval(auth, owner.person, guest.userId)
    expect(await outcomesOf([acceptInvitation(auth, { email, password, invitation: early })])).toEqual(['link-invalid'])

    // Invitations of the removed administrator are deleted; those of others stay.
    const [theirs, ours] = [`${newId()}@example.com`, `${newId()}@example.com`]
    await grantAccess(auth, people[1]!.person, { email: theirs })
    await grantAccess(auth, owner.person, { email: ours })
    await removeOrScheduleRemoval(auth, owner.person, people[1]!.userId)
    expect((await listAccess(auth)).invitations).toMatchObject([{ email: ours }])
    const mail = (await mailsOf(site)).find(({ to }) => to === theirs)
    expect(await outcomesOf([readInvitation(auth, { token: tokenInMail(mail) })])).toEqual(['link-invalid'])
    const taken = (await linesOf(site)).filter(({ action }) => action === 'invitation_taken_back')
    expect(taken).toMatchObject([{ resourceName: theirs, userId: owner.userId }])
  })

  test('mails every administrator, also the removed one, about invitations and removals', async () => {
    const { site, auth, owner, people } = await setUp(2)
    const email = `${newId()}@example.com`
    const recipientsOf = async (words: string) =>
      (await mailsOf(site)).filter(({ text }) => text.includes(words)).map(({ to }) => to)
    const both = people.map((person) => person.email)
    await grantAccess(auth, owner.person, { email })
    expect(await recipientsOf(`${owner.email} has invited ${email}`)).toEqual(both)
    await acceptInvitation(auth, { email, password, invitation: tokenInMail((await mailsOf(site))[0]) })
    expect(await recipientsOf(`${email} has accepted`)).toEqual([...both, email])
    const { administrators } = await listAccess(auth)
    await removeOrScheduleRemoval(auth, owner.person, administrators.find((one) => one.email === email)!.userId)
    expect(await recipientsOf(`${owner.email} has removed the access of ${email}`)).toEqual(both)
    expect(await recipientsOf(`${owner.email} has removed your access`)).toEqual([email])
    await grantAccess(auth, owner.person, { email: 'another@example.com' })
    await removeOrScheduleRemoval(auth, owner.person, (await listAccess(auth)).invitations[0]!.id)
    expect(await recipientsOf(`${owner.email} has withdrawn the invitation of another@example.com`)).toEqual(both)
  })

  test('removing an administrator who had access first takes a day, and the mailed link stops it', async () => {
    const { site, auth, people, kindOf } = await setUp(3)
    const [first, second, third] = people as [TestUser, TestUser, TestUser]
    const takesEffectAt = addMilliseconds(1 * days)
    expect(await removeOrScheduleRemoval(auth, second.person, first.userId)).toEqual({ takesEffectAt })
    // A second request changes neither the time nor sends a second mail.
    const again = authContextAt(site, { now: addMilliseconds(60_000) })
    expect(await removeOrScheduleRemoval(again, third.person, first.userId)).toEqual({ takesEffectAt })
    const mails = await mailsOf(site)
    expect(mails.map(({ to }) => to)).toEqual([first, second, third].map(({ email }) => email))
    expect(mails[0]).toMatchObject({ subject: 'Your access to Marlow Quay is about to end' })

    const elsewhere = await createTestSite(database)
    const { token } = await signedIn(elsewhere, second.email)
    const link = { token: tokenInMail(mails[0]) }
    expect(await outcomesOf([cancelAccessRemovalByLink(authContextAt(elsewhere), link)])).toEqual(['link-invalid'])
    expect(countByValue(await outcomesOf(repeatTimes(4, () => cancelAccessRemovalByLink(auth, link))))).toEqual({
      done: 1,
      'link-invalid': 3,
    })
    // The administrator who requested it is signed out on every website; no other one is.
    expect(await kindOf(second.token)).toBe('visitor')
    expect((await identifyActor(database, keys, elsewhere.websiteId, { session: token }, noon)).kind).toBe('visitor')
    expect([await kindOf(first.token), await kindOf(third.token)]).toEqual(['administrator', 'administrator'])
    expect(
      (await identifyActor(database, keys, site.websiteId, { session: first.token }, addMilliseconds(2 * hours))).kind,
    ).toBe('administrator')
    const notices = (await mailsOf(site)).slice(3)
    expect(notices.map(({ to }) => to)).toEqual(people.map(({ email }) => email))
    expect(notices[0]!.text).toContain(`${second.email} was signed out on every device`)
    expect((await listAccess(auth)).administrators.map(({ removalAt }) => removalAt)).toEqual([null, null, null])
  })

  test('removes the access of an administrator after a day, at the next request, unless stopped', async () => {
    const { site, auth, people, kindOf, emails } = await setUp(2)
    const [first, second] = people as [TestUser, TestUser]
    await grantAccess(auth, first.person, { email: 'asked-by-first@example.com' })
    const { token } = await signedIn(site, first.email, { rememberMe: true })
    await removeOrScheduleRemoval(auth, second.person, first.userId)
    const stop = { token: tokenInMail((await mailsOf(site)).find(({ subject }) => subject.includes('about to end'))) }
    expect(await kindOf(token, addMilliseconds(days - 1))).toBe('administrator')
    expect(countByValue(await Promise.all(repeatTimes(4, () => kindOf(token, addMilliseconds(days)))))).toEqual({
      'signed-in': 4,
    })
    expect(await emails()).toEqual([second.email])
    expect((await listAccess(auth)).invitations).toEqual([])
    expect(
      await outcomesOf([cancelAccessRemovalByLink(authContextAt(site, { now: addMilliseconds(days) }), stop)]),
    ).toEqual(['link-invalid'])
    const removed = (await linesOf(site)).filter(({ action }) => action === 'removed')
    expect(removed).toMatchObject([
      { userId: second.userId, resourceName: first.email, createdAt: addMilliseconds(days) },
    ])
  })

  test('the sweep carries out a due removal too', async () => {
    const { site, auth, people, emails } = await setUp(2)
    await removeOrScheduleRemoval(auth, people[1]!.person, people[0]!.userId)
    await authContextAt(site).inSite((tx) => sweepAccounts(tx, addMilliseconds(days - 1)))
    expect(await emails()).toHaveLength(2)
    await authContextAt(site).inSite((tx) => sweepAccounts(tx, addMilliseconds(days)))
    expect(await emails()).toEqual([people[1]!.email])
  })

  test('the target can stop a removal in the admin area, and the requester can withdraw it', async () => {
    const { auth, people, kindOf } = await setUp(3)
    const [first, second, third] = people as [TestUser, TestUser, TestUser]
    await removeOrScheduleRemoval(auth, second.person, first.userId)
    expect(await outcomesOf([cancelAccessRemoval(auth, third.person, first.userId)])).toEqual(['not-allowed'])
    await cancelAccessRemoval(auth, second.person, first.userId)
    expect(await kindOf(second.token)).toBe('administrator')
    expect(await outcomesOf([cancelAccessRemoval(auth, first.person, first.userId)])).toEqual(['not-found'])
    await removeOrScheduleRemoval(auth, second.person, first.userId)
    await cancelAccessRemoval(auth, first.person, first.userId)
    expect([await kindOf(first.token), await kindOf(second.token)]).toEqual(['administrator', 'visitor'])
  })

  test('removing an administrator voids the removals that they have requested', async () => {
    const { auth, people, kindOf, emails } = await setUp(3)
    const [first, second, third] = people as [TestUser, TestUser, TestUser]
    await removeOrScheduleRemoval(auth, second.person, first.userId)
    await removeOrScheduleRemoval(auth, first.person, second.userId)
    expect(await kindOf(first.token, addMilliseconds(2 * hours))).toBe('administrator')
    expect((await listAccess(auth)).administrators.map(({ removalAt }) => removalAt)).toEqual([null, null])
    // Also when both are due together: the requester is removed first.
    await removeOrScheduleRemoval(auth, third.person, first.userId)
    expect(await outcomesOf([removeOrScheduleRemoval(auth, third.person, third.userId)])).toEqual(['done'])
    expect(await emails()).toEqual([first.email])
    expect(await outcomesOf([removeOrScheduleRemoval(auth, first.person, first.userId)])).toEqual([
      'last-administrator',
    ])
  })

  test('of removals due together the earlier runs first, and voids those its target requested', async () => {
    const { site, people, emails } = await setUp(3)
    const [first, second, third] = people as [TestUser, TestUser, TestUser]
    await removeOrScheduleRemoval(authContextAt(site), third.person, second.userId)
    await removeOrScheduleRemoval(authContextAt(site, { now: addMilliseconds(60_000) }), second.person, first.userId)
    await authContextAt(site).inSite((tx) => sweepAccounts(tx, addMilliseconds(2 * days)))
    expect(await emails()).toEqual([first.email, third.email].toSorted())
  })

  test('a removed administrator loses access at the next request', async () => {
    const { auth, people, kindOf } = await setUp(2)
    const [one, other] = people
    await removeOrScheduleRemoval(auth, one!.person, other!.userId)
    expect(await kindOf(other!.token)).toBe('signed-in')
    expect(await outcomesOf([removeOrScheduleRemoval(auth, other!.person, one!.userId)])).toEqual(['no-website-access'])
    expect(await outcomesOf([grantAccess(auth, other!.person, { email: other!.email })])).toEqual(['no-website-access'])
  })

  test('the last administrator cannot be removed, also when all remove each other at once', async () => {
    const { auth, people, emails } = await setUp(6)
    const removals = people.flatMap(({ person }) =>
      people
        .filter(({ userId }) => userId !== person.userId)
        .map(({ userId }) => removeOrScheduleRemoval(auth, person, userId)),
    )
    await outcomesOf(removals)
    expect(await emails()).toHaveLength(1)
    const [last] = await emails()
    const person = people.find(({ email }) => email === last)!
    expect(await outcomesOf([removeOrScheduleRemoval(auth, person.person, person.userId)])).toEqual([
      'last-administrator',
    ])
  })

  test('administrators and invitations of another website answer not-found', async () => {
    const [ours, theirs] = [await setUp(2), await setUp(2)]
    await grantAccess(theirs.auth, theirs.owner.person, { email: `${newId()}@example.com` })
    const [invitation] = (await listAccess(theirs.auth)).invitations
    for (const id of [theirs.people[1]!.userId, invitation!.id, newId()])
      expect(await outcomesOf([removeOrScheduleRemoval(ours.auth, ours.owner.person, id)])).toEqual(['not-found'])
    expect(await theirs.emails()).toHaveLength(2)
  })
})

describe('on postgres', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 6 })
  const { authContextAt, newUser, signedIn, mailsOf } = await openAccounts(database)

  test('removing a user while they accept an invitation causes no deadlock', async () => {
    const site = await createTestSite(database)
    const auth = authContextAt(site)
    const [owner, guest] = [await newUser(site, { administers: true }), await newUser(site, { administers: true })]
    const { person } = await signedIn(site, owner.email)
    await auth.inSite((tx) => createInvitation(tx, auth, person, guest.email))
    const invitation = tokenInMail((await mailsOf(site))[0])
    const ofGuest = eq(oneTimeTokens.email, guest.email)
    const lock = (tx: SiteTx) => tx.select({ id: oneTimeTokens.id }).from(oneTimeTokens).where(ofGuest).for('share')
    const both = await startBehindRowLock(database, site, lock, [
      () => acceptInvitation(auth, { email: guest.email, password, invitation }),
      () => removeOrScheduleRemoval(auth, person, guest.userId),
    ])
    expect(both).toEqual(['done', 'done'])
    expect((await listAccess(auth)).administrators).toMatchObject([{ email: owner.email }])
  })

  test('stopping a removal and removing its requester at the same time do not undo each other', async () => {
    const site = await createTestSite(database)
    const auth = authContextAt(site)
    const [first, second] = [await newUser(site, { administers: true }), await newUser(site, { administers: true })]
    const [owner, other] = [(await signedIn(site, first.email)).person, (await signedIn(site, second.email)).person]
    await removeOrScheduleRemoval(auth, other, first.userId)
    const stop = { token: tokenInMail((await mailsOf(site))[0]) }
    const lock = (tx: SiteTx) => tx.select().from(userWebsiteAccess).for('update')
    const came = await startBehindRowLock(database, site, lock, [
      () => removeOrScheduleRemoval(auth, owner, second.userId),
      () => cancelAccessRemovalByLink(auth, stop),
      () => cancelAccessRemoval(auth, owner, first.userId),
    ])
    expect(came).toEqual(['done', 'link-invalid', 'not-found'])
    expect((await listAccess(auth)).administrators).toMatchObject([{ email: first.email, removalAt: null }])
  })
})
