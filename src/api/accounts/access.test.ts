import { afterEach, describe, expect, test } from 'vitest'
import { timeStepAt, totpCode } from '#server/accounts/totp.ts'
import { type ApiBrowser, createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { addMilliseconds, days, minutes, noon, openAccounts, password, tokenInMail } from '#tests/fixtures/accounts.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const { newUser, mailsOf } = accounts
  const { newBrowser, setClock, faults } = createApiWithBrowsers(accounts)
  afterEach(() => expect(faults.splice(0)).toEqual([]))

  async function enter(browser: ApiBrowser, email: string) {
    expect((await browser.post('/api/auth/sign-in', { email, password, rememberMe: false })).status).toBe(200)
  }

  test('a stolen session cookie can neither grant nor remove access', async () => {
    const site = await createTestSite(database)
    const [owner, helper] = [await newUser(site, { administers: true }), await newUser(site, { administers: true })]
    const browser = newBrowser(site)
    await enter(browser, owner.email)
    const thief = newBrowser(site)
    thief.cookies.set('session', browser.cookies.get('session')!)
    expect((await thief.get('/api/access')).status).toBe(200)
    for (const refused of [
      await thief.post('/api/access', { email: 'mallory@example.com' }),
      await thief.delete(`/api/access/${helper.userId}`),
      await thief.delete(`/api/access/${owner.userId}`),
    ])
      expect([refused.status, (await refused.json()).reason]).toEqual([403, 'confirmation-required'])
    const { administrators, invitations } = await (await browser.get('/api/access')).json()
    expect([administrators.length, invitations]).toEqual([2, []])
    // The mail about the owner's own sign-in, and no other.
    expect(await mailsOf(site)).toMatchObject([{ subject: 'New sign-in to Example' }])
  })

  test('accepts a confirmation in its own session for five minutes', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site, { administers: true })
    const [browser, other] = [newBrowser(site), newBrowser(site)]
    for (const each of [browser, other]) await enter(each, email)
    const confirmed = await browser.confirmed(password)
    const [name, token] = Object.entries(confirmed)[0]!
    const [expires, signed] = token.split('.')
    const invite = async (from: ApiBrowser, headers: Record<string, string>) =>
      (await from.post('/api/access', { email: 'guest@example.com' }, headers)).status
    expect(await invite(browser, confirmed)).toBe(200)
    expect(await invite(other, confirmed)).toBe(403)
    for (const forged of ['', 'x', `${Number(expires) + 1}.${signed}`, `${expires}.${signed!.toLowerCase()}`])
      expect(await invite(browser, { [name]: forged })).toBe(403)
    setClock(addMilliseconds(5 * minutes - 1))
    expect(await invite(browser, confirmed)).toBe(200)
    setClock(addMilliseconds(5 * minutes))
    expect(await invite(browser, confirmed)).toBe(403)
    setClock(noon)
  })

  test('a confirmation requires a code where two-factor authentication is on', async () => {
    const site = await createTestSite(database)
    const { email } = await newUser(site, { administers: true })
    const { person, token } = await accounts.signedIn(site, email, { now: addMilliseconds(-20 * minutes) })
    const { secret } = await accounts.withFactor(site, person)
    const browser = newBrowser(site)
    browser.cookies.set('session', token)
    const ask = (body: object) => browser.post('/api/auth/confirmation', body)
    expect(await (await ask({ currentPassword: password })).json()).toMatchObject({
      fields: { code: expect.any(String) },
    })
    expect((await ask({ currentPassword: 'Wrong-Ferry 7!', code: '123456' })).status).toBe(422)
    const confirmed = await browser.confirmed(password, totpCode(secret, timeStepAt(noon)))
    expect((await browser.post('/api/access', { email: 'guest@example.com' }, confirmed)).status).toBe(200)
  })

  test('the mailed link stops a removal without a session, from the site’s own pages only', async () => {
    const site = await createTestSite(database)
    const [first, second] = [await newUser(site, { administers: true }), await newUser(site, { administers: true })]
    const browser = newBrowser(site)
    await enter(browser, second.email)
    const requested = await browser.delete(`/api/access/${first.userId}`, undefined, await browser.confirmed(password))
    const at = addMilliseconds(1 * days).toISOString()
    expect(await requested.json()).toEqual({ done: true, takesEffectAt: at })
    const { administrators } = await (await browser.get('/api/access')).json()
    expect(administrators[0].removal).toEqual({ by: second.email, byYou: true, at })
    const link = { token: tokenInMail((await mailsOf(site)).find(({ to }) => to === first.email)) }
    const stranger = newBrowser(site)
    expect((await stranger.post('/api/access/keep', link, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await stranger.post('/api/access/keep', { token: 'x'.repeat(43) })).status).toBe(410)
    expect((await stranger.post('/api/access/keep', link)).status).toBe(200)
    expect((await browser.get('/api/access')).status).toBe(401)
    expect((await stranger.post('/api/access/keep', link)).status).toBe(410)
  })
})
