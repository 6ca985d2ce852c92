import { afterEach, describe, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '#server/accounts/totp.ts'
import { createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { addMilliseconds, minutes, noon, openAccounts, password, tokenInMail } from '#tests/fixtures/accounts.ts'

const credentials = (email: string, typed = password) => ({ email, password: typed, rememberMe: false })
const chosen = 'Harbour-Light 1!'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const { newBrowser, setClock, faults } = createApiWithBrowsers(accounts)
  const { newUser, mailsOf } = accounts
  afterEach(() => {
    setClock(noon)
    expect(faults.splice(0)).toEqual([])
  })

  test('signs in, reads the session and signs out', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site, { administers: true })
    const browser = newBrowser(site)
    expect(await (await browser.get('/api/auth/session')).json()).toEqual({
      user: null,
      hasAccess: false,
      limited: false,
      managesSites: false,
    })
    const entered = await browser.post('/api/auth/sign-in', credentials(email))
    const user = { id: userId, email, factors: [] }
    expect(entered.status).toBe(200)
    expect(await entered.json()).toEqual({ data: { user }, secondFactor: false, attemptsRemaining: null })
    expect(entered.headers.get('cache-control')).toBe('no-store')
    expect(await (await browser.get('/api/auth/session')).json()).toEqual({
      user,
      hasAccess: true,
      limited: false,
      managesSites: false,
    })
    expect(await (await browser.get('/api/auth/sessions')).json()).toMatchObject([
      { current: true, device: 'Unknown device' },
    ])
    expect(await (await browser.post('/api/auth/sign-out')).json()).toEqual({ done: true })
    expect([...browser.cookies.keys()]).toEqual(['device'])
    expect(await (await browser.get('/api/auth/session')).json()).toEqual({
      user: null,
      hasAccess: false,
      limited: false,
      managesSites: false,
    })
  })

  test('refuses a wrong password with the specified message', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const browser = newBrowser(site)
    const wrong = await browser.post('/api/auth/sign-in', credentials(email, 'Wrong-Ferry 7!'))
    const unknown = await browser.post('/api/auth/sign-in', credentials('nobody@example.com'))
    for (const refused of [wrong, unknown]) {
      expect(refused.status).toBe(401)
      expect(await refused.json()).toEqual({ error: 'Invalid email or password', reason: 'wrong-credentials' })
      expect(refused.headers.getSetCookie()).toEqual([])
    }
    expect([...wrong.headers]).toEqual([...unknown.headers])
  })

  test('answers too many sign-in attempts with Retry-After', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const browser = newBrowser(site)
    for (let n = 0; n < 10; n++) await browser.post('/api/auth/sign-in', credentials(email, 'Wrong-Ferry 7!'))
    const refused = await browser.post('/api/auth/sign-in', credentials(email))
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('900')
    expect(await refused.json()).toMatchObject({ reason: 'too-many', facts: { retryAfterSeconds: 900 } })
  })

  test('the session cookie is HttpOnly, SameSite and bound to the host', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const cookieOf = async (origin: string, rememberMe: boolean) => {
      const answer = await newBrowser(site, { origin }).post('/api/auth/sign-in', { ...credentials(email), rememberMe })
      return answer.headers.getSetCookie().find((cookie) => /session=./.test(cookie))!
    }
    expect(await cookieOf('http://localhost', false)).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await cookieOf('https://site.example', false)).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await cookieOf('https://site.example', true)).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('sets two-factor authentication up, answers the challenge and uses a recovery code', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const browser = newBrowser(site)
    await browser.post('/api/auth/sign-in', credentials(email))
    const started = await (await browser.post('/api/auth/factors', { currentPassword: password })).json()
    expect(started).toEqual({
      qrCodeUri: expect.stringMatching(/^otpauth:/),
      secret: expect.any(String),
      factorId: expect.any(String),
    })
    const { secret, factorId } = started
    const code = (now = noon) => totpCode(secret, timeStepAt(now))
    const { recoveryCodes } = await (
      await browser.post(`/api/auth/factors/${factorId}/verify`, { code: code() })
    ).json()
    expect(recoveryCodes).toHaveLength(10)
    expect(await (await browser.get('/api/auth/factors')).json()).toEqual([
      { id: factorId, status: 'verified', friendly_name: 'Authenticator app', created_at: noon.toISOString() },
    ])

    setClock(addMilliseconds(minutes))
    const other = newBrowser(site)
    const first = await other.post('/api/auth/sign-in', credentials(email))
    expect(await first.json()).toMatchObject({ data: { user: { factors: [{ id: factorId }] } }, secondFactor: true })
    expect([...other.cookies.keys()]).toEqual(['challenge'])
    const challengeToken = other.cookies.get('challenge')!
    for (const path of ['/api/auth/factors', '/api/auth/sessions', '/api/access'])
      for (const cookie of [`challenge=${challengeToken}`, `session=${challengeToken}`])
        expect((await other.request(path, { headers: { cookie } })).status, `${path} with ${cookie}`).toBe(401)

    const wrong = await other.post('/api/auth/challenge', { factorId, code: '000000' })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toEqual({
      error: 'Invalid verification code. Please check your authenticator app and try again.',
      reason: 'wrong-code',
      facts: { attemptsRemaining: 4 },
    })
    const right = await other.post('/api/auth/challenge', { factorId, code: code(addMilliseconds(minutes)) })
    expect(right.status).toBe(200)
    expect([...other.cookies.keys()]).toEqual(['device', 'session'])
    expect(other.cookies.get('session')).not.toBe(challengeToken)

    const third = newBrowser(site)
    await third.post('/api/auth/sign-in', credentials(email))
    for (let n = 0; n < 5; n++) await third.post('/api/auth/challenge', { factorId, code: '000000' })
    const locked = await third.post('/api/auth/challenge', { factorId, code: '000000' })
    expect(locked.status).toBe(429)
    expect(await locked.json()).toEqual({
      error: 'Too many failed attempts. Please try again later or use a recovery code.',
      reason: 'too-many-attempts',
    })
    const misread = await third.post('/api/auth/recovery', { factorId, code: 'ABCDEFGH' })
    expect(await misread.json()).toMatchObject({ error: 'Invalid recovery code. Please try again.' })
    const recovered = await third.post('/api/auth/recovery', { factorId, code: recoveryCodes[0] })
    expect(await recovered.json()).toMatchObject({ data: { user: { email, factors: [] } } })
    expect(await (await third.get('/api/auth/session')).json()).toMatchObject({ user: { email } })
    expect(await (await other.get('/api/auth/session')).json()).toMatchObject({ user: null })
  })

  test('resets and changes a password, which ends the other sessions', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site)
    const [browser, other] = [newBrowser(site), newBrowser(site)]
    await browser.post('/api/auth/sign-in', credentials(email))
    await other.post('/api/auth/sign-in', credentials(email))
    expect(await (await browser.post('/api/auth/sessions/end-others')).json()).toEqual({ ended: 1 })
    const changed = { currentPassword: password, newPassword: chosen, confirmPassword: chosen }
    expect((await other.post('/api/auth/change-password', changed)).status).toBe(401)
    expect((await browser.post('/api/auth/change-password', { ...changed, currentPassword: 'x' })).status).toBe(422)
    expect(await (await browser.post('/api/auth/change-password', changed)).json()).toEqual({ done: true })

    const requested = await other.post('/api/auth/forgot-password', { email })
    expect(await requested.json()).toEqual({ done: true })
    const token = tokenInMail((await mailsOf(site)).at(-1))
    const fresh = 'Night-Ferry 8!'
    const reset = await other.post('/api/auth/reset-password', { token, newPassword: fresh, confirmPassword: fresh })
    expect(await reset.json()).toEqual({ done: true })
    const again = await other.post('/api/auth/reset-password', { token, newPassword: fresh, confirmPassword: fresh })
    expect(again.status).toBe(410)
    expect(await again.json()).toEqual({
      error: 'This link has expired or was already used. Please ask for a new one.',
      reason: 'link-invalid',
    })
    expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({ user: null })
    expect((await browser.post('/api/auth/sign-in', credentials(email, fresh))).status).toBe(200)
  })

  test('signs up and reads the sign-up status', async () => {
    const site = await createTestSite(database)
    const [browser, stranger] = [newBrowser(site), newBrowser(site)]
    const signedUp = await browser.post('/api/auth/sign-up', { email: 'new@example.com', password: chosen })
    expect(await signedUp.json()).toEqual({ status: 'needs-verification', message: expect.any(String) })
    expect(await (await browser.get('/api/auth/account-status')).json()).toMatchObject({ status: 'needs-verification' })
    expect(await (await stranger.get('/api/auth/account-status')).json()).toMatchObject({ status: 'no-account' })
    expect(await (await stranger.post('/api/auth/resend-verification')).json()).toMatchObject({
      error: 'Failed to resend verification email',
    })
    expect((await browser.post('/api/auth/resend-verification')).status).toBe(200)
    const token = tokenInMail((await mailsOf(site)).at(-1))
    const requested = await stranger.post('/api/auth/verify-email', { token })
    expect(requested.status).toBe(422)
    expect(await requested.json()).toMatchObject({ fields: { password: expect.stringContaining('chose') } })
    const known = await stranger.post('/api/auth/verify-email', { token, password: chosen })
    expect(await known.json()).toMatchObject({ status: 'verified' })
    expect(await (await browser.get('/api/auth/account-status')).json()).toMatchObject({ status: 'verified' })
    expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(410)
    const resent = await browser.post('/api/auth/resend-verification')
    expect(await resent.json()).toMatchObject({ error: 'Failed to resend verification email' })
    const entered = await browser.post('/api/auth/sign-in', credentials('new@example.com', chosen))
    expect(entered.status).toBe(200)
    expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({ hasAccess: false })
  })

  test('grants, lists and removes access, and accepts an invitation', async () => {
    const site = await createTestSite(database)
    const { email, userId } = await newUser(site, { administers: true })
    const owner = newBrowser(site)
    await owner.post('/api/auth/sign-in', credentials(email))
    const confirmed = await owner.confirmed(password)
    const invited = await owner.post('/api/access', { email: 'guest@example.com' }, confirmed)
    expect(await invited.json()).toEqual({ outcome: 'invited' })
    const invitation = tokenInMail((await mailsOf(site)).find(({ to }) => to === 'guest@example.com'))
    const guest = newBrowser(site)
    expect(await (await guest.post('/api/auth/invitation', { token: invitation })).json()).toEqual({
      email: 'guest@example.com',
    })
    const accepted = await guest.post('/api/auth/sign-up', { email: 'guest@example.com', password: chosen, invitation })
    expect(await accepted.json()).toMatchObject({ status: 'verified' })
    await guest.post('/api/auth/sign-in', credentials('guest@example.com', chosen))
    const list = await (await guest.get('/api/access')).json()
    const [, second] = list.administrators
    expect(list).toEqual({
      administrators: [
        { userId, email, grantedBy: null, createdAt: noon.toISOString(), you: false, removal: null },
        {
          userId: second.userId,
          email: 'guest@example.com',
          grantedBy: email,
          createdAt: noon.toISOString(),
          you: true,
          removal: null,
        },
      ],
      invitations: [],
    })
    const removed = await owner.delete(`/api/access/${second.userId}`, undefined, confirmed)
    expect(await removed.json()).toEqual({ done: true, takesEffectAt: null })
    expect((await guest.get('/api/access')).status).toBe(403)
    const last = await owner.delete(`/api/access/${userId}`, undefined, confirmed)
    expect(last.status).toBe(409)
    expect(await last.json()).toMatchObject({ reason: 'last-administrator' })
  })

  test('a bearer token reads the session, and can neither renew itself nor see or grant access', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site, { administers: true })
    const browser = newBrowser(site)
    expect((await browser.post('/api/auth/token')).status).toBe(401)
    await browser.post('/api/auth/sign-in', credentials(email))
    const { token, expiresAt } = await (await browser.post('/api/auth/token')).json()
    expect(expiresAt).toBe(addMilliseconds(15 * minutes).toISOString())
    const program = newBrowser(site)
    const authorization = `Bearer ${token}`
    const session = await program.request('/api/auth/session', { headers: { authorization } })
    expect(await session.json()).toMatchObject({ user: { email }, hasAccess: true })
    expect((await program.post('/api/auth/token', undefined, { authorization })).status).toBe(401)
    expect((await program.request('/api/access', { headers: { authorization } })).status).toBe(403)
    const invited = { email: `invited-${email}` }
    expect((await program.post('/api/access', invited, { authorization })).status).toBe(403)
    await browser.post('/api/auth/sign-out')
    const after = await program.request('/api/auth/session', { headers: { authorization } })
    expect(await after.json()).toMatchObject({ user: null })
  })

  test('a session cookie of one website is refused by the API of another', async () => {
    const [ours, theirs] = [await createTestSite(database), await createTestSite(database)]
    const { email } = await newUser(ours, { administers: true })
    const browser = newBrowser(ours)
    await browser.post('/api/auth/sign-in', credentials(email))
    const cookie = `session=${browser.cookies.get('session')}`
    expect((await newBrowser(ours).request('/api/access', { headers: { cookie } })).status).toBe(200)
    expect((await newBrowser(theirs).request('/api/access', { headers: { cookie } })).status).toBe(401)
  })

  test('treats a browser as signed out when its sign-out did not reach the server', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site, { administers: true })
    const browser = newBrowser(site)
    await browser.post('/api/auth/sign-in', credentials(email))
    // As the page does it: it cannot delete the session cookie, but it can set a second cookie.
    browser.cookies.set('signed-out', 'locally')
    expect(await (await browser.get('/api/auth/session')).json()).toEqual({
      user: null,
      hasAccess: false,
      limited: false,
      managesSites: false,
    })
    expect((await browser.get('/api/access')).status).toBe(401)
    const session = browser.cookies.get('session')!
    await browser.post('/api/auth/sign-out')
    expect([...browser.cookies.keys()]).toEqual(['device'])
    const replayed = await newBrowser(site).request('/api/access', { headers: { cookie: `session=${session}` } })
    expect(replayed.status).toBe(401)

    browser.cookies.set('signed-out', 'locally')
    await browser.post('/api/auth/sign-in', credentials(email))
    expect([...browser.cookies.keys()].toSorted()).toEqual(['device', 'session'])
    expect((await browser.get('/api/access')).status).toBe(200)
  })

  test('a request cannot choose the password requirements', async () => {
    const site = await createTestSite(database)
    const browser = newBrowser(site)
    const requested = { minLength: 6, platform: 'mobile', mobile: true, passwords: { minLength: 1 }, requirements: {} }
    const short = { ...requested, email: 'short@example.com', password: 'Sho-7!' }
    for (const [path, headers] of [
      ['/api/auth/sign-up', {}],
      [
        '/api/auth/sign-up?platform=mobile&minLength=6',
        { 'x-platform': 'mobile', 'user-agent': 'Stagedoor/1 (iPhone)' },
      ],
    ] as const) {
      const refused = await browser.post(path, short, headers)
      expect(refused.status).toBe(422)
      expect(await refused.json()).toMatchObject({
        fields: { password: 'Password must be at least 8 characters long' },
      })
    }
    const { email } = await newUser(site)
    await browser.post('/api/auth/sign-in', credentials(email))
    const change = { ...requested, currentPassword: password, newPassword: 'Short7', confirmPassword: 'Short7' }
    expect(await (await browser.post('/api/auth/change-password', change)).json()).toMatchObject({
      fields: { newPassword: 'Password must be at least 8 characters' },
    })
  })
})
