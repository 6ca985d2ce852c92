import { describe, expect, test } from 'vitest'
import type { SessionUser } from '#server/accounts/auth-context.ts'
import { answerChallenge } from '#server/accounts/challenge.ts'
import { changePassword } from '#server/accounts/change-password.ts'
import { startEnrollment } from '#server/accounts/enrollment.ts'
import { type Credentials, identifyActor } from '#server/accounts/identify-actor.ts'
import { findLiveSession, listSessions, signOut, signOutElsewhere } from '#server/accounts/sessions.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { sweepAccounts } from '#server/accounts/sweep.ts'
import { sessions } from '#server/accounts/table.ts'
import { createBearerToken } from '#server/accounts/tokens.ts'
import { timeStepAt, totpCode } from '#server/accounts/totp.ts'
import { lockAccountRow } from '#server/accounts/users.ts'
import { rateLimits } from '#server/limits/table.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  countByValue,
  days,
  hours,
  minutes,
  noon,
  openAccounts,
  outcomesOf,
  password,
  repeatTimes,
  startBehindRowLock,
} from '#tests/fixtures/accounts.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { authContextAt, newUser, signedIn, withFactor, keys } = await openAccounts(database)
  const actorOf = ({ websiteId }: { websiteId: string }, credentials: Credentials, now = noon) =>
    identifyActor(database, keys, websiteId, credentials, now)
  const kind = async (...args: Parameters<typeof actorOf>) => (await actorOf(...args)).kind

  test('a user with access is an administrator, on that website only', async () => {
    const [ours, theirs] = [await createTestSite(database), await createTestSite(database)]
    const owner = await newUser(ours, { administers: true })
    const stranger = await newUser(ours)
    const { token, person } = await signedIn(ours, owner.email)
    expect(await actorOf(ours, { session: token })).toEqual({
      kind: 'administrator',
      ...person,
      authenticatedBy: 'session',
    })
    expect(await kind(ours, { session: (await signedIn(ours, stranger.email)).token })).toBe('signed-in')
    expect(await kind(theirs, { session: (await signedIn(theirs, owner.email)).token })).toBe('signed-in')
  })

  test('a session is not found on another website', async () => {
    const [ours, theirs] = [await createTestSite(database), await createTestSite(database)]
    const { email } = await newUser(ours, { administers: true })
    const { token, person } = await signedIn(ours, email)
    expect(await kind(theirs, { session: token })).toBe('visitor')
    const bearer = createBearerToken(keys, { siteId: ours.websiteId, sessionId: person.sessionId }, noon).token
    expect(await kind(ours, { bearer })).toBe('administrator')
    expect(await kind(theirs, { bearer })).toBe('visitor')
    const forged = createBearerToken(keys, { siteId: theirs.websiteId, sessionId: person.sessionId }, noon).token
    expect(await kind(theirs, { bearer: forged })).toBe('visitor')
  })

  test.each([
    ['nothing', {}],
    ['an empty cookie', { session: '' }],
    ['a made-up token', { session: 'x'.repeat(43) }],
    ['a null byte', { session: `${'x'.repeat(42)}\0` }],
    ['a megabyte', { session: 'x'.repeat(1e6) }],
    ['a bearer token of no user', { bearer: 'anonymous-key' }],
    [
      'an unsigned bearer token',
      { bearer: `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.9999999999999.${'x'.repeat(43)}` },
    ],
  ])('%s identifies no user', async (_, shown) => {
    expect(await kind(await createTestSite(database), shown)).toBe('visitor')
  })

  test('a session ends after 12 hours, or after 30 days when it is remembered, however much it is used', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    for (const [rememberMe, whole, step] of [
      [false, 12 * hours, 3 * hours],
      [true, 30 * days, 10 * days],
    ] as const) {
      const { token } = await signedIn(site, email, { rememberMe })
      for (let at: number = step; at < whole; at += step)
        expect(await kind(site, { session: token }, addMilliseconds(at))).toBe('signed-in')
      expect(await kind(site, { session: token }, addMilliseconds(whole - 1))).toBe('signed-in')
      expect(await kind(site, { session: token }, addMilliseconds(whole))).toBe('visitor')
    }
  })

  test('ends an idle session before its maximum lifetime', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const passing = await signedIn(site, email)
    expect(await kind(site, { session: passing.token }, addMilliseconds(4 * hours))).toBe('visitor')
    expect(await kind(site, { session: passing.token }, addMilliseconds(4 * hours - 1))).toBe('signed-in')
    expect(await kind(site, { session: passing.token }, addMilliseconds(6 * hours))).toBe('signed-in')
    const remembered = await signedIn(site, email, { rememberMe: true })
    expect(await kind(site, { session: remembered.token }, addMilliseconds(14 * days))).toBe('visitor')
  })

  test('a bearer token lasts 15 minutes, and no longer than its session', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site, { administers: true })
    const { person, token: session } = await signedIn(site, email)
    const { token: bearer, expiresAt } = createBearerToken(
      keys,
      { siteId: site.websiteId, sessionId: person.sessionId },
      noon,
    )
    expect(expiresAt).toEqual(addMilliseconds(15 * minutes))
    expect(await actorOf(site, { bearer }, addMilliseconds(15 * minutes - 1))).toMatchObject({
      kind: 'administrator',
      authenticatedBy: 'token',
    })
    expect(await kind(site, { bearer }, addMilliseconds(15 * minutes))).toBe('visitor')
    const [id, expires, signed] = bearer.split('.')
    expect(await kind(site, { bearer: `${id}.${Number(expires) + 1}.${signed}` })).toBe('visitor')
    await signOut(authContextAt(site, { tokens: { session } }))
    expect(await kind(site, { bearer })).toBe('visitor')
  })

  test('a bearer token takes precedence over the session cookie', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const { token: session } = await signedIn(site, email)
    expect(await kind(site, { session, bearer: 'x' })).toBe('visitor')
  })

  test('signing in always issues a new token and ends the session of the old one', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const planted = await signedIn(site, email)
    const auth = authContextAt(site, { tokens: { session: planted.token } })
    const entered = await signIn(auth, { email, password, rememberMe: false })
    const token = 'session' in entered ? entered.session.token : ''
    expect(token).not.toBe(planted.token)
    expect(await kind(site, { session: planted.token })).toBe('visitor')
    expect(await kind(site, { session: token })).toBe('signed-in')
  })

  test('users list their sessions, and end the others on all websites', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const { email } = await newUser(site)
    const stranger = await newUser(site)
    const here = await signedIn(site, email)
    const there = await signedIn(site, email, { now: addMilliseconds(minutes) })
    const onOther = await signedIn(other, email)
    const strangers = await signedIn(site, stranger.email)
    const listed = await listSessions(authContextAt(site), here.person)
    expect(listed).toEqual([
      {
        id: there.person.sessionId,
        device: 'Firefox on Linux',
        lastSeenAt: addMilliseconds(minutes),
        createdAt: addMilliseconds(minutes),
        current: false,
      },
      { id: here.person.sessionId, device: 'Firefox on Linux', lastSeenAt: noon, createdAt: noon, current: true },
    ])
    expect(await signOutElsewhere(authContextAt(site), here.person)).toBe(1)
    expect(await kind(site, { session: here.token })).toBe('signed-in')
    expect(await kind(site, { session: there.token })).toBe('visitor')
    expect(await kind(other, { session: onOther.token })).toBe('visitor')
    expect(await kind(site, { session: strangers.token })).toBe('signed-in')
    expect(await listSessions(authContextAt(site), here.person)).toHaveLength(1)
  })

  test('ending the other sessions leaves pending challenges alone, and is limited per session', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const thief = await signedIn(site, email, { now: addMilliseconds(-20 * minutes) })
    const { secret, factorId } = await withFactor(site, thief.person)
    const entered = await signIn(authContextAt(site), { email, password, rememberMe: false })
    const challenge = 'challenge' in entered ? entered.challenge.token : ''
    const end = (person: SessionUser) => signOutElsewhere(authContextAt(site), person)
    expect(countByValue(await outcomesOf(repeatTimes(13, () => end(thief.person))))).toEqual({
      done: 10,
      'too-many': 3,
    })
    const code = totpCode(secret, timeStepAt(noon))
    const { session } = await answerChallenge(authContextAt(site, { tokens: { challenge } }), { factorId, code })
    const living = await authContextAt(site).inSite((tx) => findLiveSession(tx, session, noon))
    // The attempts of one session are not those of another.
    expect(await outcomesOf([end({ userId: living!.userId, sessionId: living!.id })])).toEqual(['done'])
    expect(await kind(site, { session: thief.token })).toBe('visitor')
  })

  test('a session that was ended on another website can change nothing, and is not revived', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const { email } = await newUser(site)
    const [here, stale] = [await signedIn(site, email), await signedIn(other, email)]
    await signOutElsewhere(authContextAt(site), here.person)
    const change = { currentPassword: password, newPassword: 'Harbour1', confirmPassword: 'Harbour1' }
    expect(
      await outcomesOf([
        signOutElsewhere(authContextAt(other), stale.person),
        changePassword(authContextAt(other), stale.person, change),
        startEnrollment(authContextAt(other), stale.person, { currentPassword: password }),
      ]),
    ).toEqual(['no-session', 'no-session', 'no-session'])
    expect(await kind(other, { session: stale.token })).toBe('visitor')
    expect(await kind(site, { session: here.token })).toBe('signed-in')
  })

  test('the sweep deletes expired rows and nothing else', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    await signedIn(site, email)
    const remembered = await signedIn(site, email, { rememberMe: true })
    const tomorrow = addMilliseconds(days)
    await authContextAt(site).inSite((tx) => sweepAccounts(tx, tomorrow))
    expect(await authContextAt(site).inSite((tx) => tx.$count(sessions))).toBe(1)
    expect(await authContextAt(site).inSite((tx) => tx.$count(rateLimits))).toBe(0)
    expect(await kind(site, { session: remembered.token }, tomorrow)).toBe('signed-in')
  })
})

describe('on postgres', async () => {
  const database = await openTestDatabase('postgres', { poolSize: 6 })
  const { authContextAt, newUser, signedIn, keys } = await openAccounts(database)

  test('of two sessions on two websites that end each other at once, one remains', async () => {
    for (let round = 0; round < 4; round++) {
      const [site, other] = [await createTestSite(database), await createTestSite(database)]
      const { email, userId } = await newUser(site)
      const [one, two] = [await signedIn(site, email), await signedIn(other, email)]
      const both = await startBehindRowLock(database, site, (tx) => lockAccountRow(tx, userId), [
        () => signOutElsewhere(authContextAt(site), one.person),
        () => signOutElsewhere(authContextAt(other), two.person),
      ])
      expect(both.toSorted()).toEqual(['done', 'no-session'])
      const kinds = [
        (await identifyActor(database, keys, site.websiteId, { session: one.token }, noon)).kind,
        (await identifyActor(database, keys, other.websiteId, { session: two.token }, noon)).kind,
      ]
      expect(kinds.toSorted()).toEqual(['signed-in', 'visitor'])
    }
  })
})
