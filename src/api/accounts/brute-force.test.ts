import { afterEach, describe, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '#server/accounts/totp.ts'
import { type ApiBrowser, createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import {
  addMilliseconds,
  hours,
  minutes,
  noon,
  openAccounts,
  password,
  repeatTimes,
  tokenInMail,
} from '#tests/fixtures/accounts.ts'
import { longTest } from '#tests/long-test.ts'

const wrong = 'Wrong-Ferry 7!'
const chosen = 'Harbour-Light 1!'
const statusOf = async (response: Promise<Response>) => (await response).status

/** A stranger who knows only the address, or only the password, cannot lock the owner out of an account. */
describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const { newBrowser, setClock, faults } = createApiWithBrowsers(accounts)
  const { newUser, mailsOf, linesOf, signedIn, withFactor } = accounts
  afterEach(() => {
    setClock(noon)
    expect(faults.splice(0)).toEqual([])
  })
  const enter = (browser: ApiBrowser, email: string, typed = password) =>
    browser.post('/api/auth/sign-in', { email, password: typed, rememberMe: false })
  type TestSite = { websiteId: string }
  /** A stranger in another network tries wrong passwords. */
  const attack = async (site: TestSite, email: string, network: string, tries = 10) => {
    const seen: number[] = []
    for (let n = 0; n < tries; n++)
      seen.push(await statusOf(enter(newBrowser(site, { address: `${network}.${n + 1}` }), email, wrong)))
    return seen
  }

  describe('limits of wrong passwords', () => {
    test('locks out only the network that sends wrong passwords', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      expect(await attack(site, email, '192.0.2', 12)).toEqual([...Array(10).fill(401), 429, 429])
      expect(await statusOf(enter(newBrowser(site, { address: '192.0.2.200' }), email))).toBe(429)
      expect(await statusOf(enter(newBrowser(site, { address: '198.51.100.1' }), email))).toBe(200)
      setClock(addMilliseconds(15 * minutes))
      expect(await statusOf(enter(newBrowser(site, { address: '192.0.2.200' }), email))).toBe(200)
    })

    test('counts wrong passwords over all websites together', async () => {
      const sites = await Promise.all(repeatTimes(3, () => createTestSite(database)))
      const { email } = await newUser(sites[0]!)
      const seen: number[] = []
      for (let n = 0; n < 12; n++)
        seen.push(await statusOf(enter(newBrowser(sites[n % 3]!, { address: '192.0.2.9' }), email, wrong)))
      expect(seen).toEqual([...Array(10).fill(401), 429, 429])
    })

    test('locks the account after 100 wrong passwords a day, except for known browsers', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      const known = newBrowser(site, { address: '203.0.113.7' })
      await enter(known, email)
      await known.post('/api/auth/sign-out')
      for (let n = 0; n < 10; n++) expect(await attack(site, email, `198.51.${n}`)).toEqual(Array(10).fill(401))
      const stranger = await enter(newBrowser(site), email)
      expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([429, '86400'])
      // It has ten attempts of its own in any network, and strangers use up none of them.
      await attack(site, email, '203.0.113')
      for (let n = 0; n < 9; n++) expect(await statusOf(enter(known, email, wrong))).toBe(401)
      expect(await statusOf(enter(known, email))).toBe(200)
      for (let n = 0; n < 10; n++) expect(await statusOf(enter(known, email, wrong))).toBe(401)
      expect(await statusOf(enter(known, email))).toBe(429)
      setClock(addMilliseconds(24 * hours))
      expect(await statusOf(enter(newBrowser(site), email))).toBe(200)
    })
  })

  describe('the device cookie of a known browser', () => {
    test('signs the device cookie, makes it HttpOnly and keeps it ninety days', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      const browser = newBrowser(site, { origin: 'https://site.example' })
      const entered = await enter(browser, email)
      const cookie = entered.headers.getSetCookie().find((one) => one.includes('device='))
      expect(cookie).toMatch(/^__Host-device=[\w.~-]+; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      await browser.post('/api/auth/sign-out')
      expect([...browser.cookies.keys()]).toEqual(['__Host-device'])
    })

    test('ignores a device cookie that is forged, expired or of another account or password', async () => {
      const site = await createTestSite(database)
      const [mine, other] = [await newUser(site), await newUser(site)]
      const deviceFor = async (email: string) => {
        const browser = newBrowser(site)
        await enter(browser, email)
        return browser.cookies.get('device')!
      }
      const [own, foreign] = [await deviceFor(mine.email), await deviceFor(other.email)]
      /** Whether the cookie is accepted: then the lock of the network does not apply. */
      const isKnown = async (device: string, typed = password) => {
        const browser = newBrowser(site, { address: '192.0.2.1' })
        browser.cookies.set('device', device)
        return (await statusOf(enter(browser, mine.email, typed))) === 200
      }
      const [head, rest] = [own.slice(0, 36), own.slice(36)]
      await attack(site, mine.email, '192.0.2')
      expect(await isKnown(own)).toBe(true)
      const forged = [
        foreign,
        `${head}${rest.slice(0, -1)}${rest.endsWith('A') ? 'B' : 'A'}`,
        own.replace('.s.', '.r.'),
        foreign.replace(other.userId, mine.userId),
        own.split('.').slice(0, 5).join('.'),
        'x'.repeat(5_000),
        '',
      ]
      for (const one of forged) expect(await isKnown(one), one).toBe(false)
      setClock(addMilliseconds(90 * 24 * hours))
      await attack(site, mine.email, '192.0.2')
      expect(await isKnown(own)).toBe(false)
      setClock(noon)
      const session = newBrowser(site)
      await enter(session, mine.email)
      const change = { currentPassword: password, newPassword: chosen, confirmPassword: chosen }
      expect(await statusOf(session.post('/api/auth/change-password', change))).toBe(200)
      expect(await isKnown(own, chosen)).toBe(false)
      // The browser that has changed the password gets a new cookie.
      expect(await isKnown(session.cookies.get('device')!, chosen)).toBe(true)
    })

    test('keeps an entry in the device cookie for each person who shares a browser', async () => {
      const site = await createTestSite(database)
      const people = await Promise.all(repeatTimes(3, () => newUser(site)))
      const shared = newBrowser(site, { address: '192.0.2.1' })
      for (const { email } of people) await enter(shared, email)
      for (const { email } of people) {
        await attack(site, email, '192.0.2')
        expect(await statusOf(enter(shared, email))).toBe(200)
      }
    })
  })

  describe('limits of password reset mails', () => {
    const ask = (browser: ApiBrowser, email: string) => statusOf(browser.post('/api/auth/forgot-password', { email }))
    const resets = async (site: TestSite) =>
      (await mailsOf(site)).filter(({ subject }) => subject.startsWith('Choose a new password'))

    test('sends at most three reset mails an hour with status 200; a known browser has its own limit', async () => {
      const [site, elsewhere] = [await createTestSite(database), await createTestSite(database)]
      const { email } = await newUser(site)
      const known = newBrowser(site)
      await enter(known, email)
      const fromStranger = (_: unknown, n: number) => ask(newBrowser(n % 2 ? site : elsewhere), email)
      expect(await Promise.all(Array.from({ length: 5 }, fromStranger))).toEqual(Array(5).fill(200))
      expect([...(await resets(site)), ...(await resets(elsewhere))]).toHaveLength(3)
      const before = (await resets(site)).length
      expect(await Promise.all(Array.from({ length: 4 }, () => ask(known, email)))).toEqual(Array(4).fill(200))
      expect(await resets(site)).toHaveLength(before + 3)
    })

    longTest('signs the owner in with a new password while strangers keep guessing', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      const browser = newBrowser(site)
      await ask(browser, email)
      const token = tokenInMail((await resets(site)).at(-1))
      const form = { token, newPassword: chosen, confirmPassword: chosen }
      expect(await statusOf(browser.post('/api/auth/reset-password', form))).toBe(200)
      for (let n = 0; n < 10; n++) await attack(site, email, `198.51.${n}`)
      expect(await statusOf(enter(newBrowser(site), email, chosen))).toBe(429)
      expect(await statusOf(enter(browser, email, chosen))).toBe(200)
    })
  })

  describe('limits of wrong authenticator codes', () => {
    async function setUp() {
      const site = await createTestSite(database)
      const user = await newUser(site, { administers: true })
      const { person } = await signedIn(site, user.email, { now: addMilliseconds(-20 * minutes) })
      const factor = await withFactor(site, person)
      const right = (now = noon) => ({ factorId: factor.factorId, code: totpCode(factor.secret, timeStepAt(now)) })
      const near = [-1, 0, 1].map((away) => totpCode(factor.secret, timeStepAt(noon) + away))
      const code = repeatTimes(10, (i) => String(i).repeat(6)).find((one) => !near.includes(one))!
      return { site, ...user, ...factor, right, bad: { factorId: factor.factorId, code } }
    }
    const answer = (browser: ApiBrowser, given: object) => statusOf(browser.post('/api/auth/challenge', given))
    const fresh = async (site: TestSite, email: string, address: string) => {
      const browser = newBrowser(site, { address })
      const entered = await enter(browser, email)
      return { browser, left: (await entered.json()).attemptsRemaining }
    }

    test('locks sign-in challenges of the network for 15 minutes after wrong codes', async () => {
      const { site, email, right, bad } = await setUp()
      const { browser: thief } = await fresh(site, email, '192.0.2.1')
      for (let n = 0; n < 5; n++) expect(await answer(thief, bad)).toBe(401)
      expect(await answer(thief, right())).toBe(429)
      const again = await fresh(site, email, '192.0.2.77')
      expect(again.left).toBe(0)
      expect(await answer(again.browser, right())).toBe(429)
      const owner = await fresh(site, email, '198.51.100.1')
      expect(owner.left).toBe(5)
      expect(await answer(owner.browser, right())).toBe(200)
      setClock(addMilliseconds(15 * minutes))
      const later15 = await fresh(site, email, '192.0.2.77')
      expect([later15.left, await answer(later15.browser, right(addMilliseconds(15 * minutes)))]).toEqual([5, 200])
    })

    test('locks the second factor after 30 wrong codes a day, except for known browsers', async () => {
      const { site, email, right, bad } = await setUp()
      const elsewhere = await createTestSite(database)
      const then = addMilliseconds(-5 * minutes)
      setClock(then)
      const { browser: known } = await fresh(site, email, '203.0.113.1')
      expect(await answer(known, right(then))).toBe(200)
      setClock(noon)
      for (let network = 0; network < 6; network++) {
        const { browser } = await fresh(network % 2 ? site : elsewhere, email, `198.51.${network}.1`)
        for (let n = 0; n < 5; n++) expect(await answer(browser, bad)).toBe(401)
      }
      const stranger = await fresh(site, email, '192.0.2.1')
      expect([stranger.left, await answer(stranger.browser, right())]).toEqual([0, 429])
      const entered = await enter(known, email)
      expect((await entered.json()).attemptsRemaining).toBe(5)
      expect(await answer(known, bad)).toBe(401)
      // A right code clears the count for all browsers.
      expect(await answer(known, right())).toBe(200)
      expect((await fresh(site, email, '192.0.2.1')).left).toBe(4)
    })

    test('accepts a recovery code after a lock, with a limited session until two-factor is on', async () => {
      const { site, email, bad, recoveryCodes, factorId } = await setUp()
      const { browser } = await fresh(site, email, '192.0.2.1')
      for (let n = 0; n < 6; n++) await answer(browser, bad)
      expect(await statusOf(browser.post('/api/auth/recovery', { factorId, code: recoveryCodes[0] }))).toBe(200)
      expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({
        user: { email, factors: [] },
        hasAccess: true,
        limited: true,
      })
      const shut = [
        '/api/admin/dashboard',
        '/api/access',
        '/api/admin/settings',
        '/api/admin/orders',
        '/api/auth/sessions',
      ]
      for (const path of shut) {
        const refused = await browser.get(path)
        expect([refused.status, (await refused.json()).reason], path).toEqual([403, 'session-limited'])
      }
      for (const path of ['/api/auth/token', '/api/auth/sessions/end-others'])
        expect(await statusOf(browser.post(path)), path).toBe(403)
      const mail = (await mailsOf(site)).at(-1)!
      expect(mail.subject).toMatch(/^New sign-in/)
      const about = (await mailsOf(site)).at(-2)!
      expect(about.subject).toMatch(/^A recovery code was used/)
      expect(about.text).toContain('If somebody else entered wrong codes before, they know your password')
      expect(about.text).toContain('turn two-factor authentication on again')
      expect(about.text).toContain(`/reset-password?token=${tokenInMail(about)}&because=not-me`)

      const started = await (await browser.post('/api/auth/factors', { currentPassword: password })).json()
      const finish = { code: totpCode(started.secret, timeStepAt(noon)) }
      expect(await statusOf(browser.post(`/api/auth/factors/${started.factorId}/verify`, finish))).toBe(200)
      for (const path of shut) expect(await statusOf(browser.get(path)), path).toBe(200)
    })

    test('a new password also ends the limits of a session opened with a recovery code', async () => {
      const { site, email, recoveryCodes, factorId } = await setUp()
      const { browser } = await fresh(site, email, '192.0.2.1')
      await browser.post('/api/auth/recovery', { factorId, code: recoveryCodes[0] })
      expect(await statusOf(browser.get('/api/access'))).toBe(403)
      const change = { currentPassword: password, newPassword: chosen, confirmPassword: chosen }
      expect(await statusOf(browser.post('/api/auth/change-password', change))).toBe(200)
      expect(await statusOf(browser.get('/api/access'))).toBe(200)
      expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({ limited: false })
    })

    test('keeps recovery codes usable after wrong codes from other networks', async () => {
      const { site, email, bad, recoveryCodes, factorId } = await setUp()
      const { browser: thief } = await fresh(site, email, '192.0.2.1')
      for (let n = 0; n < 6; n++) await answer(thief, bad)
      const recover = (browser: ApiBrowser, code: string) =>
        statusOf(browser.post('/api/auth/recovery', { factorId, code }))
      for (let n = 0; n < 5; n++) expect(await recover(thief, 'AAAAAAAA')).toBe(401)
      expect(await recover(thief, recoveryCodes[0]!)).toBe(429)
      const { browser } = await fresh(site, email, '198.51.100.1')
      expect(await recover(browser, recoveryCodes[0]!)).toBe(200)
    })
  })

  describe('a sign-in with a new browser', () => {
    const news = async (site: TestSite) =>
      (await mailsOf(site)).filter(({ subject }) => subject.startsWith('New sign-in'))

    test('mails the owner about a sign-in with a new browser, not with a known one', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      const browser = newBrowser(site)
      await enter(browser, email)
      await enter(browser, email)
      const mails = await news(site)
      expect(mails).toHaveLength(1)
      expect(mails[0]).toMatchObject({ to: email, text: expect.stringContaining('This was not me') })
      await enter(newBrowser(site), email)
      expect(await news(site)).toHaveLength(2)
    })

    test('“this was not me” invalidates the password and ends all sessions', async () => {
      const [site, elsewhere] = [await createTestSite(database), await createTestSite(database)]
      const { email } = await newUser(site, { administers: true })
      const [thief, other, owner] = [newBrowser(site), newBrowser(elsewhere), newBrowser(site)]
      await enter(thief, email)
      await enter(other, email)
      const token = tokenInMail((await news(site))[0])
      expect(
        await statusOf(owner.post('/api/auth/reset-password', { token, newPassword: chosen, confirmPassword: chosen })),
      ).toBe(410)
      const disowned = await owner.post('/api/auth/disown', { token })
      expect(disowned.status).toBe(200)
      for (const browser of [thief, other])
        expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({ user: null })
      expect(await statusOf(enter(thief, email))).toBe(401)
      expect(await statusOf(owner.post('/api/auth/disown', { token }))).toBe(410)
      const form = { token: (await disowned.json()).resetToken, newPassword: chosen, confirmPassword: chosen }
      expect(await statusOf(owner.post('/api/auth/reset-password', form))).toBe(200)
      expect(await statusOf(enter(owner, email, chosen))).toBe(200)
    })

    test('“this was not me” works after a stranger has changed the password and the factors', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site, { administers: true })
      const thief = newBrowser(site)
      await enter(thief, email)
      const token = tokenInMail((await news(site))[0])
      const theirs = 'Thieves-own-9!'
      const change = { currentPassword: password, newPassword: theirs, confirmPassword: theirs }
      expect(await statusOf(thief.post('/api/auth/change-password', change))).toBe(200)
      const { secret, factorId } = await (await thief.post('/api/auth/factors', { currentPassword: theirs })).json()
      const finish = { code: totpCode(secret, timeStepAt(noon)) }
      expect(await statusOf(thief.post(`/api/auth/factors/${factorId}/verify`, finish))).toBe(200)

      const owner = newBrowser(site)
      const { resetToken } = await (await owner.post('/api/auth/disown', { token })).json()
      expect(await (await thief.get('/api/auth/session')).json()).toMatchObject({ user: null })
      const form = { token: resetToken, newPassword: chosen, confirmPassword: chosen }
      expect(await statusOf(owner.post('/api/auth/reset-password', form))).toBe(200)
      expect(await (await enter(owner, email, chosen)).json()).toMatchObject({ data: { user: { email, factors: [] } } })
    })

    test('“this was not me” keeps an earlier second factor, and lasts seven days', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site, { administers: true })
      const { person } = await signedIn(site, email, { now: addMilliseconds(-20 * minutes) })
      const { secret, factorId } = await withFactor(site, person)
      const browser = newBrowser(site)
      await enter(browser, email)
      const answer = { factorId, code: totpCode(secret, timeStepAt(noon)) }
      expect(await statusOf(browser.post('/api/auth/challenge', answer))).toBe(200)
      const token = tokenInMail((await news(site)).at(-1))
      setClock(addMilliseconds(7 * 24 * hours))
      expect(await statusOf(newBrowser(site).post('/api/auth/disown', { token }))).toBe(410)
      setClock(noon)
      const { resetToken } = await (await newBrowser(site).post('/api/auth/disown', { token })).json()
      const form = { token: resetToken, newPassword: chosen, confirmPassword: chosen }
      await newBrowser(site).post('/api/auth/reset-password', form)
      expect(await (await enter(newBrowser(site), email, chosen)).json()).toMatchObject({
        data: { user: { factors: [{ id: factorId }] } },
      })
    })
  })

  describe('using “this was not me” once', () => {
    const mailed = async (site: TestSite, subject: RegExp) =>
      (await mailsOf(site)).filter((mail) => subject.test(mail.subject))
    const disown = (site: TestSite, token: string) => newBrowser(site).post('/api/auth/disown', { token })
    const setPasswordBy = (site: TestSite, token: string) =>
      statusOf(
        newBrowser(site).post('/api/auth/reset-password', { token, newPassword: chosen, confirmPassword: chosen }),
      )
    const enroll = async (browser: ApiBrowser, now = noon, typed = password) => {
      const { secret, factorId } = await (await browser.post('/api/auth/factors', { currentPassword: typed })).json()
      const finish = { code: totpCode(secret, timeStepAt(now)) }
      expect(await statusOf(browser.post(`/api/auth/factors/${factorId}/verify`, finish))).toBe(200)
      return { factorId: factorId as string, secret: secret as string }
    }
    const factorsAfter = async (site: TestSite, email: string, disowned: Response) => {
      expect(await setPasswordBy(site, (await disowned.json()).resetToken)).toBe(200)
      const { data } = await (await enter(newBrowser(site), email, chosen)).json()
      return data.user.factors.map(({ id }: { id: string }) => id)
    }
    const offLines = async (site: TestSite) =>
      (await linesOf(site)).filter(({ action }) => action === 'two_factor_disabled')

    test('invalidates earlier “this was not me” links on all websites and sends a mail', async () => {
      const [site, elsewhere] = [await createTestSite(database), await createTestSite(database)]
      const { email } = await newUser(site)
      await enter(newBrowser(site), email)
      await enter(newBrowser(elsewhere), email)
      await enter(newBrowser(site), email)
      const [first, last] = (await mailed(site, /^New sign-in/)).map(tokenInMail)
      const abroad = tokenInMail((await mailed(elsewhere, /^New sign-in/))[0])
      expect(await statusOf(disown(site, last!))).toBe(200)
      expect(await statusOf(disown(site, first!))).toBe(410)
      expect(await statusOf(disown(elsewhere, abroad))).toBe(410)
      expect(await mailed(site, /^You were signed out of .* on every device$/)).toMatchObject([{ to: email }])
    })

    test('a password reset invalidates the “this was not me” link and mails a new one', async () => {
      const site = await createTestSite(database)
      const { email } = await newUser(site)
      await enter(newBrowser(site), email)
      const old = tokenInMail((await mailed(site, /^New sign-in/))[0])
      await newBrowser(site).post('/api/auth/forgot-password', { email })
      expect(await setPasswordBy(site, tokenInMail((await mailed(site, /^Choose a new password/))[0]))).toBe(200)
      expect(await statusOf(disown(site, old))).toBe(410)
      expect(await statusOf(disown(site, tokenInMail((await mailed(site, /was changed$/))[0])))).toBe(200)
    })

    test('keeps a second factor of an earlier browser and removes one of a newer browser', async () => {
      const site = await createTestSite(database)
      const [known, { email }] = [newBrowser(site), await newUser(site, { administers: true })]
      setClock(addMilliseconds(-8 * 24 * hours))
      await enter(known, email)
      setClock(noon)
      await enter(newBrowser(site), email)
      await enter(known, email)
      const token = tokenInMail((await mailed(site, /^New sign-in/)).at(-1))
      const { factorId: kept } = await enroll(known)
      expect(await factorsAfter(site, email, await disown(site, token))).toEqual([kept])
      expect([await mailed(site, /is off/), await offLines(site)]).toEqual([[], []])

      const other = await newUser(site)
      const fresh = newBrowser(site)
      await enter(fresh, other.email)
      await enroll(fresh)
      const mails = await mailed(site, /^New sign-in/)
      expect(await factorsAfter(site, other.email, await disown(site, tokenInMail(mails.at(-1))))).toEqual([])
      expect(await mailed(site, /^Two-factor authentication is off/)).toMatchObject([
        { to: other.email, text: expect.stringContaining('turn it on again') },
      ])
      expect(await offLines(site)).toMatchObject([
        { userId: other.userId, details: { because: 'sign_in_disowned', device: expect.any(String) } },
      ])
    })

    test('keeps the second factor of a known browser that changed the password since', async () => {
      const site = await createTestSite(database)
      const [known, { email }] = [newBrowser(site), await newUser(site)]
      setClock(addMilliseconds(-8 * 24 * hours))
      await enter(known, email)
      setClock(noon)
      await enter(newBrowser(site), email)
      const token = tokenInMail((await mailed(site, /^New sign-in/)).at(-1))
      await enter(known, email)
      const own = 'Own-Harbour-5!'
      const change = { currentPassword: password, newPassword: own, confirmPassword: own }
      expect(await statusOf(known.post('/api/auth/change-password', change))).toBe(200)
      const { factorId: kept } = await enroll(known, noon, own)
      expect(await factorsAfter(site, email, await disown(site, token))).toEqual([kept])
    })

    test('removes the second factor of a stranger with two sign-ins, whichever is reported', async () => {
      const [site, elsewhere] = [await createTestSite(database), await createTestSite(database)]
      const { email } = await newUser(site)
      const thief = newBrowser(site)
      await enter(thief, email)
      setClock(addMilliseconds(5 * minutes))
      await enter(newBrowser(elsewhere), email)
      await enroll(thief, addMilliseconds(5 * minutes))
      const second = tokenInMail((await mailed(elsewhere, /^New sign-in/))[0])
      expect(await factorsAfter(elsewhere, email, await disown(elsewhere, second))).toEqual([])
    })

    test.each([
      [
        'Your password for',
        async (browser: ApiBrowser) => {
          const change = { currentPassword: password, newPassword: chosen, confirmPassword: chosen }
          await browser.post('/api/auth/change-password', change)
        },
      ],
      ['Two-factor authentication is on', (browser: ApiBrowser) => enroll(browser)],
      [
        'Two-factor authentication is off',
        async (browser: ApiBrowser) => {
          const { secret } = await enroll(browser)
          setClock(addMilliseconds(minutes))
          const code = totpCode(secret, timeStepAt(addMilliseconds(minutes)))
          const disabled = browser.post('/api/auth/factors/disable', { currentPassword: password, code })
          expect(await statusOf(disabled)).toBe(200)
        },
      ],
    ] as const)('its link is in the mail “%s …”, which does not link to the sign-in page', async (subject, act) => {
      const site = await createTestSite(database)
      const [browser, { email }] = [newBrowser(site), await newUser(site)]
      await enter(browser, email)
      await act(browser)
      const [mail] = await mailed(site, new RegExp(`^${subject}`))
      expect(mail!.text).not.toContain('/admin/login')
      expect(await statusOf(disown(site, tokenInMail(mail)))).toBe(200)
    })
  })

  test('a user can end each of their own sessions, and no session of others', async () => {
    const [site, elsewhere] = [await createTestSite(database), await createTestSite(database)]
    const [{ email }, stranger] = [await newUser(site), await newUser(site)]
    const [here, there, strangers, abroad] = [
      newBrowser(site),
      newBrowser(site),
      newBrowser(site),
      newBrowser(elsewhere),
    ]
    for (const browser of [here, there, abroad]) await enter(browser, email)
    await enter(strangers, stranger.email)
    const idOf = async (browser: ApiBrowser) =>
      (await (await browser.get('/api/auth/sessions')).json()).find(({ current }: { current: boolean }) => current).id
    for (const browser of [strangers, abroad])
      expect(await statusOf(here.delete(`/api/auth/sessions/${await idOf(browser)}`))).toBe(404)
    expect(await statusOf(here.delete(`/api/auth/sessions/${await idOf(there)}`))).toBe(200)
    const who = async (browser: ApiBrowser) =>
      (await (await browser.get('/api/auth/session')).json()).user?.email ?? null
    expect([await who(here), await who(there), await who(strangers), await who(abroad)]).toEqual([
      email,
      null,
      stranger.email,
      email,
    ])
  })
})
