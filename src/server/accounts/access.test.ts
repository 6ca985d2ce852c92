import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { grantAccess, listAccess, removeAccess } from '#server/accounts/access.ts'
import { invite, readInvitation, signUpInvited } from '#server/accounts/invitations.ts'
import { oneTimeTokens } from '#server/accounts/table.ts'
import { whoIs } from '#server/accounts/who.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import {
  allAtOnce,
  days,
  howMany,
  later,
  noon,
  openAccounts,
  outcomes,
  password,
  times,
  tokenIn,
} from '#tests/fixtures/accounts.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const { deskAt, newUser, signedIn, mailsOf, activityOf, linesOf, keys } = await openAccounts(database)

  async function setUp(administrators = 1) {
    const site = await newSite(database)
    const people = []
    for (let n = 0; n < administrators; n++) {
      const user = await newUser(site, { administers: true })
      people.push({ ...user, ...(await signedIn(site, user.email)) })
    }
    const desk = deskAt(site)
    const kindOf = async (session: string) => (await whoIs(database, keys, site.websiteId, { session }, noon)).kind
    const emails = async () => (await listAccess(desk)).administrators.map(({ email }) => email).toSorted()
    return { site, desk, owner: people[0]!, people, kindOf, emails }
  }

  test('somebody with an account gets access at once, and a mail', async () => {
    const { site, desk, owner, kindOf } = await setUp()
    const { email, userId } = await newUser(site)
    const { token } = await signedIn(site, email)
    expect(await kindOf(token)).toBe('signed-in')
    expect(await grantAccess(desk, owner.person, { email: ` ${email.toUpperCase()}` })).toEqual({ outcome: 'granted' })
    expect(await kindOf(token)).toBe('administrator')
    expect((await listAccess(desk)).administrators.at(-1)).toEqual({
      userId,
      email,
      grantedBy: owner.email,
      createdAt: noon,
    })
    expect(await mailsOf(site)).toMatchObject([{ to: email, subject: 'You now have access to Marlow Quay' }])
    await grantAccess(desk, owner.person, { email })
    expect(await mailsOf(site)).toHaveLength(1)
  })

  test('somebody without an account is invited, and has access with the password that they choose', async () => {
    const { site, desk, owner, emails } = await setUp()
    const email = `${newId()}@example.com`
    expect(await grantAccess(desk, owner.person, { email })).toEqual({ outcome: 'invited' })
    expect((await listAccess(desk)).invitations).toMatchObject([{ email, createdAt: noon, expiresAt: later(7 * days) }])
    const [mail] = await mailsOf(site)
    expect(mail).toMatchObject({
      to: email,
      text: expect.stringContaining('https://site.example/admin/sign-up?invitation='),
    })
    const invitation = tokenIn(mail)
    for (let n = 0; n < 3; n++) expect(await readInvitation(desk, { token: invitation })).toEqual({ email })
    const accept = (typed = email, now = noon) =>
      signUpInvited(deskAt(site, { now }), { email: typed, password, invitation })
    await expect(accept('other@example.com')).rejects.toMatchObject({ fields: { email: expect.any(String) } })
    expect(await outcomes([accept(email, later(7 * days))])).toEqual(['link-invalid'])
    expect(howMany(await outcomes(times(5, () => accept())))).toEqual({ done: 1, 'link-invalid': 4 })
    expect(await emails()).toEqual([owner.email, email].toSorted())
    expect((await listAccess(desk)).invitations).toEqual([])
    await signedIn(site, email)
    expect(await activityOf(site)).toEqual(expect.arrayContaining(['invited', 'invitation_accepted']))
  })

  test('whoever has made an account in the meantime keeps its password and gets access by the invitation', async () => {
    const { site, desk, owner, emails } = await setUp()
    const email = `${newId()}@example.com`
    await grantAccess(desk, owner.person, { email })
    const invitation = tokenIn((await mailsOf(site))[0])
    const other = await setUp()
    await grantAccess(other.desk, other.owner.person, { email })
    const theirs = tokenIn((await mailsOf(other.site))[0])
    await signUpInvited(other.desk, { email, password, invitation: theirs })
    const accepted = await signUpInvited(desk, { email, password: 'Harbour-Light 1!', invitation })
    expect(accepted).toEqual({
      status: 'verified',
      message: 'You already have an account: sign in with your own password.',
    })
    expect(await emails()).toContain(email)
    await signedIn(site, email)
  })

  test('an invitation can be taken back, and a second one takes the place of the first', async () => {
    const { site, desk, owner } = await setUp()
    const email = `${newId()}@example.com`
    await grantAccess(desk, owner.person, { email })
    await grantAccess(desk, owner.person, { email })
    const [first, second] = (await mailsOf(site)).map(tokenIn)
    const { invitations } = await listAccess(desk)
    expect(invitations).toHaveLength(1)
    expect(await outcomes([readInvitation(desk, { token: first! })])).toEqual(['link-invalid'])
    await removeAccess(desk, owner.person, invitations[0]!.id)
    expect(await outcomes([readInvitation(desk, { token: second! })])).toEqual(['link-invalid'])
    expect(await outcomes([removeAccess(desk, owner.person, invitations[0]!.id)])).toEqual(['not-found'])
  })

  test('an invitation does not outlive access: neither being granted it otherwise nor losing it', async () => {
    const { site, desk, owner, people } = await setUp(2)
    const email = `${newId()}@example.com`
    await grantAccess(desk, owner.person, { email })
    const early = tokenIn((await mailsOf(site))[0])
    // The account is made on another website, and then this one grants it access.
    const other = await setUp()
    await grantAccess(other.desk, other.owner.person, { email })
    await signUpInvited(other.desk, { email, password, invitation: tokenIn((await mailsOf(other.site))[0]) })
    expect(await grantAccess(desk, owner.person, { email })).toEqual({ outcome: 'granted' })
    expect((await listAccess(desk)).invitations).toEqual([])
    const guest = (await listAccess(desk)).administrators.find((one) => one.email === email)!
    await removeAccess(desk, owner.person, guest.userId)
    expect(await outcomes([signUpInvited(desk, { email, password, invitation: early })])).toEqual(['link-invalid'])

    // What somebody has sent goes with them; what others have sent stays.
    const [theirs, ours] = [`${newId()}@example.com`, `${newId()}@example.com`]
    await grantAccess(desk, people[1]!.person, { email: theirs })
    await grantAccess(desk, owner.person, { email: ours })
    await removeAccess(desk, owner.person, people[1]!.userId)
    expect((await listAccess(desk)).invitations).toMatchObject([{ email: ours }])
    const mail = (await mailsOf(site)).find(({ to }) => to === theirs)
    expect(await outcomes([readInvitation(desk, { token: tokenIn(mail) })])).toEqual(['link-invalid'])
    const taken = (await linesOf(site)).filter(({ action }) => action === 'invitation_taken_back')
    expect(taken).toMatchObject([{ resourceName: theirs, userId: owner.userId }])
  })

  test('whoever is removed is out at the next request', async () => {
    const { desk, people, kindOf } = await setUp(2)
    const [one, other] = people
    await removeAccess(desk, one!.person, other!.userId)
    expect(await kindOf(other!.token)).toBe('signed-in')
    expect(await outcomes([removeAccess(desk, other!.person, one!.userId)])).toEqual(['no-website-access'])
    expect(await outcomes([grantAccess(desk, other!.person, { email: other!.email })])).toEqual(['no-website-access'])
  })

  test('the last administrator stays, also when everyone removes everyone at the same moment', async () => {
    const { desk, people, emails } = await setUp(6)
    const removals = people.flatMap(({ person }) =>
      people.filter(({ userId }) => userId !== person.userId).map(({ userId }) => removeAccess(desk, person, userId)),
    )
    await outcomes(removals)
    expect(await emails()).toHaveLength(1)
    const [last] = await emails()
    const person = people.find(({ email }) => email === last)!
    expect(await outcomes([removeAccess(desk, person.person, person.userId)])).toEqual(['last-administrator'])
  })

  test('another website’s people and invitations cannot be touched, as if they did not exist', async () => {
    const [ours, theirs] = [await setUp(2), await setUp(2)]
    await grantAccess(theirs.desk, theirs.owner.person, { email: `${newId()}@example.com` })
    const [invitation] = (await listAccess(theirs.desk)).invitations
    for (const id of [theirs.people[1]!.userId, invitation!.id, newId()])
      expect(await outcomes([removeAccess(ours.desk, ours.owner.person, id)])).toEqual(['not-found'])
    expect(await theirs.emails()).toHaveLength(2)
  })
})

describe('on postgres', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 6 })
  const { deskAt, newUser, signedIn, mailsOf } = await openAccounts(database)

  test('removing somebody while they accept an invitation: neither waits for the other', async () => {
    const site = await newSite(database)
    const desk = deskAt(site)
    const [owner, guest] = [await newUser(site, { administers: true }), await newUser(site, { administers: true })]
    const { person } = await signedIn(site, owner.email)
    await desk.inSite((tx) => invite(tx, desk, person, guest.email))
    const invitation = tokenIn((await mailsOf(site))[0])
    const ofGuest = eq(oneTimeTokens.email, guest.email)
    const lock = (tx: SiteTx) => tx.select({ id: oneTimeTokens.id }).from(oneTimeTokens).where(ofGuest).for('share')
    const both = await allAtOnce(database, site, lock, [
      () => signUpInvited(desk, { email: guest.email, password, invitation }),
      () => removeAccess(desk, person, guest.userId),
    ])
    expect(both).toEqual(['done', 'done'])
    expect((await listAccess(desk)).administrators).toMatchObject([{ email: owner.email }])
  })
})
