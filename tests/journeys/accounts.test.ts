import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import {
  challengeTexts,
  changePasswordTexts,
  passwordTexts,
  recoveryTexts,
  resetTexts,
  sessionTexts,
  signInTexts,
  signUpTexts,
  twoFactorTexts,
} from '#domain/texts/accounts.ts'
import { accessDeniedTexts } from '#domain/texts/admin.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import {
  checkAccessibility,
  checkFurtherState,
  expectProblem,
  screenshot,
  visit,
  waitForHydration,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import {
  createAdministrator,
  fastForwardUntilVisible,
  fillSignIn,
  linkInMail,
  openHydratedPage,
  owner,
  ownersBrowser,
  signIn,
  startOwnersApp,
  totpCodeOf,
} from '#tests/journeys/owner-app.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()

/** A busy machine needs more than the default second of a poll. */
const pathOf = (page: Page) => new URL(page.url()).pathname
const showsText = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'session')

/** The owner confirms with the password. */
async function confirm(page: Page, label: string) {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Current password').fill(owner.password)
  await dialog.getByRole('button', { name: label }).click()
}

async function logout(page: Page) {
  // Requests that are sent while the user signs out are refused, as they should be.
  await waitForPendingRequests(page)
  await button(page, 'Menu').click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

describe('signing in', () => {
  test.each(
    firstCases<['phone' | 'desktop', string, string, string]>(1, [
      ['phone', '/admin', '/admin/dashboard', 'Dashboard'],
      ['desktop', '/admin/tour?past=include', '/admin/tour?past=include', 'Tour Dates'],
    ]),
  )('on a %s leads to the requested page, and the user can sign out', async (viewport, path, leads, heading) => {
    const page = await visit(app, { path, viewport })
    await page.waitForURL('**/admin/login?from=*')
    await fillSignIn(page, owner)
    await page.waitForURL(`**${leads}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await logout(page)
    await page.waitForURL('**/admin/login')
    expect(await cookieOf(page)).toBeUndefined()
    await page.goto('/admin/dashboard')
    await page.waitForURL('**/admin/login?from=*')
  })

  test('text typed before hydration never appears in the URL', async () => {
    const page = await visit(app, { path: '/admin/login', javaScript: false })
    await page.locator('input[name=email]').fill('ann@example.com')
    await page.locator('input[name=password]').fill('a secret of hers')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    expect(page.url()).toBe(`${app.address()}/admin/login`)
    expect(await page.locator('input[name=password]').inputValue()).toBe('')
  })

  test('the login form sends nothing when empty, and keeps its input after a wrong password', async () => {
    const page = await visit(app, { path: '/admin/login', expected: [/401: POST .*sign-in/] })
    await page.route('**/api/auth/sign-in', (route) => route.abort())
    await button(page, signInTexts.submit).click()
    await showsText(page, 'Email is required')
    await showsText(page, 'Password is required')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    await page.getByLabel('Email').fill('someone@nowhere')
    await showsText(page, 'Please enter a valid email address')
    await page.unroute('**/api/auth/sign-in')
    await fillSignIn(page, { ...owner, password: 'not-the-password' })
    await showsText(page, signInTexts.failed)
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email)
    expect(pathOf(page)).toBe('/admin/login')
    await checkAccessibility(page)
  })

  longTest('the login form asks again when a proxy lost the answer', async () => {
    const page = await visit(app, { path: '/admin/login', expected: [/502: POST .*sign-in/] })
    let sent = 0
    await page.route('**/api/auth/sign-in', async (route) => {
      if (sent++) return route.continue()
      // The first session was opened, and its cookie never arrived.
      await route.fetch()
      await route.fulfill({ status: 502 })
    })
    await fillSignIn(page, owner)
    await page.waitForURL('**/admin/dashboard')
    expect(sent).toBe(2)
  })

  longTest('a login submitted before hydration is sent after it and opens the requested page', async () => {
    const page = await visit(app, { path: '/robots.txt' })
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/admin/login?from=/admin/tour', { waitUntil: 'commit' })
    await fillSignIn(page, owner)
    await button(page, signInTexts.submit).click()
    expect(page.url()).toContain('/admin/login?from=')
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email)
    held.resolve()
    await page.waitForURL('**/admin/tour')
  })

  longTest('a session ends with the browser, or after thirty days with “Remember me”', async () => {
    const page = await visit(app, { path: '/admin/login' })
    await fillSignIn(page, owner)
    await page.waitForURL('**/admin/dashboard')
    expect(await cookieOf(page)).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })
    await logout(page)
    await page.waitForURL('**/admin/login')
    await page.getByLabel(signInTexts.rememberMe).check()
    await fillSignIn(page, owner)
    await page.waitForURL('**/admin/dashboard')
    const days = ((await cookieOf(page))!.expires - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  longTest('does not redirect to other sites; the login page redirects a signed-in user', async () => {
    const page = await visit(app, { path: `/admin/login?from=${encodeURIComponent('/%5cevil.example')}` })
    await fillSignIn(page, owner)
    await page.waitForURL('**/admin/dashboard')
    expect(new URL(page.url()).origin).toBe(app.address())
    await page.goto('/admin/login?from=/admin/settings')
    await page.waitForURL('**/admin/settings')
    const cookie = `session=${(await cookieOf(page))!.value}`
    const elsewhere = [
      '//evil.example',
      '/\\\\evil.example',
      '/%2f%2fevil.example',
      '/%255cevil.example',
      'https://evil.example',
    ]
    for (const from of [...elsewhere, 'javascript:alert(1)', '/admin/..//evil.example', '/ / evil.example']) {
      const address = `${app.address()}/admin/login?${new URLSearchParams({ from })}`
      const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
      expect(answer.headers.get('location'), from).toBe('/admin/dashboard')
    }
  })
})

describe('a forgotten password', () => {
  test('“forgot password” requires an address and shows the same message for every one', async () => {
    const page = await visit(app, { path: '/admin/login' })
    const forgot = button(page, signInTexts.forgotPassword)
    await forgot.click()
    await showsText(page, resetTexts.emailFirst)
    await page.getByLabel('Email').fill('nobody@marlowquay.example')
    await forgot.click()
    await showsText(page, resetTexts.sent)
  })

  longTest('“forgot password” works after a failed or empty sign-in', async () => {
    const page = await visit(app, { path: '/admin/login', expected: [/401: POST .*sign-in/] })
    await button(page, signInTexts.submit).click()
    await showsText(page, 'Email is required')
    await button(page, signInTexts.forgotPassword).click()
    await showsText(page, resetTexts.emailFirst)
    await fillSignIn(page, { email: 'nobody-else@marlowquay.example', password: 'not-the-password' })
    await showsText(page, signInTexts.failed)
    await button(page, signInTexts.forgotPassword).click()
    await showsText(page, resetTexts.sent)
    expect(await page.getByText(signInTexts.failed).count()).toBe(0)
  })

  longTest('shows an error when the request for a reset fails', async () => {
    const page = await visit(app, { path: '/admin/login', expected: [/500: POST .*forgot-password/] })
    await page.route('**/api/auth/forgot-password', (route) =>
      route.fulfill({ status: 500, json: { error: 'An unexpected error occurred', reason: 'unexpected' } }),
    )
    await page.getByLabel('Email').fill(owner.email)
    await button(page, signInTexts.forgotPassword).click()
    await showsText(page, resetTexts.failed)
  })

  longTest('a forgotten password is replaced through the mailed link, which works once', async () => {
    const person = await createAdministrator(app)
    const page = await visit(app, { path: '/admin/login' })
    await page.getByLabel('Email').fill(person.email)
    await button(page, signInTexts.forgotPassword).click()
    await showsText(page, resetTexts.sent)
    const link = linkInMail(await app.mailTo(person.email, /new password/))
    // Mail scanners open links; that does not use them up.
    for (let times = 0; times < 3; times++) {
      const opened = await page.request.get(link)
      expect([opened.status(), opened.headers()['cache-control']]).toEqual([200, 'no-store'])
      expect(await opened.text()).toContain('<meta name="referrer" content="no-referrer"')
    }

    await openHydratedPage(page, link)
    await expect.poll(() => page.url()).toBe(`${app.address()}/reset-password`)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('Confirm new password').fill('other')
    await button(page, changePasswordTexts.submit).click()
    await showsText(page, passwordTexts.tooShort({ n: 8 }))
    await showsText(page, changePasswordTexts.mismatch)
    await checkAccessibility(page)
    await screenshot(page, 'reset-password')
    const password = 'Breakwater-8!'
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('Strong')
    await button(page, changePasswordTexts.submit).click()
    await showsText(page, changePasswordTexts.changed)
    await page.getByRole('main').getByRole('link', { name: signInTexts.submit }).click()
    await page.waitForURL('**/admin/login')
    await waitForHydration(page)
    await fillSignIn(page, { ...person, password })
    await page.waitForURL('**/admin/dashboard')

    expectProblem(page, /410: POST .*reset-password/)
    await openHydratedPage(page, link)
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByLabel('Confirm new password').fill(password)
    await button(page, changePasswordTexts.submit).click()
    await showsText(page, accountTexts.linkInvalid)
  })

  longTest('a reset link without its token is refused', async () => {
    const page = await visit(app, { path: '/reset-password' })
    await showsText(page, accountTexts.linkInvalid)
  })
})

describe('a new account', () => {
  longTest('a new account is confirmed by mail and has no access until it is granted', async () => {
    const person = { email: 'newcomer@harbour.example', password: 'Lanternfish-4!' }
    const page = await visit(app, { path: '/admin/sign-up' })
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('Lantern')
    await button(page, 'Sign up').click()
    await showsText(page, passwordTexts.tooShort({ n: 8 }))
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await checkAccessibility(page)
    await screenshot(page, 'sign-up')
    await button(page, 'Sign up').click()
    await showsText(page, accountTexts.statusPending)
    await page.reload()
    await showsText(page, accountTexts.statusPending)
    await checkFurtherState(page)
    const first = linkInMail(await app.mailTo(person.email, /Confirm/))
    await waitForHydration(page)
    await button(page, 'Send it again').click()
    await showsText(page, 'We have sent the mail again.')
    await expect.poll(async () => linkInMail(await app.mailTo(person.email, /Confirm/))).not.toBe(first)
    const link = linkInMail(await app.mailTo(person.email, /Confirm/))

    // On another device the link alone is not enough: a stranger may have chosen the password.
    const inMail = await visit(app, { path: link, viewport: 'phone', expected: [/422: POST .*verify-email/] })
    await expect.poll(() => inMail.url()).toBe(`${app.address()}/auth/callback`)
    await inMail.reload()
    await showsText(inMail, accountTexts.linkInvalid)
    await openHydratedPage(inMail, link)
    await checkFurtherState(inMail)
    const statusAnswer = page.waitForResponse('**/api/auth/account-status')
    await button(page, 'I have confirmed it').click()
    await statusAnswer
    await showsText(page, accountTexts.statusPending)
    await button(inMail, 'Confirm my address').click()
    await showsText(inMail, accountTexts.signUpPasswordRequired)
    await inMail.getByLabel('Password', { exact: true }).fill('Not-my-own-1!')
    await button(inMail, 'Confirm my address').click()
    await showsText(inMail, accountTexts.signUpPasswordWrong)
    await checkAccessibility(inMail)
    await screenshot(inMail, 'confirm-address')
    await inMail.getByLabel('Password', { exact: true }).fill(person.password)
    await button(inMail, 'Confirm my address').click()
    await showsText(inMail, accountTexts.statusVerified)
    // The waiting page does not know yet.
    expectProblem(page, /409: POST .*resend/)
    await button(page, 'Send it again').click()
    await showsText(page, signUpTexts.resendFailed)
    await button(page, 'I have confirmed it').click()
    await showsText(page, accountTexts.statusVerified)

    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/admin/login')
    await fillSignIn(page, person)
    await page.waitForURL('**/admin/unauthorized')
    await page.getByRole('heading', { level: 1, name: accessDeniedTexts.title }).waitFor()
    await showsText(page, accessDeniedTexts.message)
    expect(await page.getByRole('link', { name: accessDeniedTexts.homepage }).getAttribute('href')).toBe('/')
    await checkAccessibility(page)
    await screenshot(page, 'unauthorized')
    await page.goto('/admin/settings')
    await page.waitForURL('**/admin/unauthorized')

    const boss = await visit(app, { path: '/admin/settings?tab=people', browser: await ownersBrowser(app) })
    await boss.getByLabel('Email').fill(person.email)
    await button(boss, 'Give access').click()
    await confirm(boss, 'Give access')
    await showsText(boss, `${person.email} has access.`)
    await page.goto('/admin/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await waitForPendingRequests(page)

    await button(boss, `Remove ${person.email}`).click()
    await button(boss, 'Cancel').click()
    await button(boss, `Remove ${person.email}`).click()
    await button(boss, 'Remove').click()
    await showsText(boss, `${person.email} no longer has access.`)
    await page.goto('/admin/tour')
    await page.waitForURL('**/admin/unauthorized')
    await waitForHydration(page)
    await button(page, 'Logout').click()
    await page.waitForURL('**/admin/login')
  })

  longTest('an invited user’s account is created at once, with access', async () => {
    const email = 'invited@harbour.example'
    const boss = await visit(app, { path: '/admin/settings?tab=people', browser: await ownersBrowser(app) })
    await boss.getByLabel('Email').fill(email)
    await button(boss, 'Give access').click()
    await confirm(boss, 'Give access')
    await showsText(boss, `We have sent an invitation to ${email}.`)
    await screenshot(boss, 'people')
    const link = linkInMail(await app.mailTo(email, /invited/))
    const page = await visit(app, { path: link, viewport: 'phone', theme: 'dark' })
    await page.reload()
    await page.getByLabel('Email').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await checkAccessibility(page)
    await page.getByLabel('Password', { exact: true }).fill('Harbourlight-3!')
    await button(page, 'Sign up').click()
    await showsText(page, accountTexts.statusVerified)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/admin/login')
    await fillSignIn(page, { email, password: 'Harbourlight-3!' })
    await page.waitForURL('**/admin/dashboard')
    const second = await visit(app, { path: link, expected: [/410: POST .*invitation/] })
    await showsText(second, accountTexts.linkInvalid)
  })

  longTest('an invitation can be withdrawn, which ends the link in its mail', async () => {
    const email = 'second-thoughts@harbour.example'
    const boss = await visit(app, { path: '/admin/settings?tab=people', browser: await ownersBrowser(app) })
    await boss.getByLabel('Email').fill(email)
    await button(boss, 'Give access').click()
    await confirm(boss, 'Give access')
    const link = linkInMail(await app.mailTo(email, /invited/))
    await button(boss, `Withdraw the invitation of ${email}`).click()
    await button(boss, 'Withdraw').click()
    await showsText(boss, `The invitation of ${email} is withdrawn.`)
    const page = await visit(app, { path: link, expected: [/410: POST .*invitation/] })
    await showsText(page, accountTexts.linkInvalid)
  })

  longTest('a verification link of another website is refused', async () => {
    const page = await visit(app, { path: '/auth/callback?site=01a1dd45-606b-74f3-986d-82616d6c556c&token=x' })
    await showsText(page, accountTexts.linkInvalid)
    expect(await button(page, 'Confirm my address').count()).toBe(0)
  })
})

longTest('the login email changes when the links to both addresses were used', async () => {
  const person = await createAdministrator(app)
  const email = 'new-address@harbour.example'
  const page = await visit(app, { path: '/admin/settings?tab=security', browser: await ownersBrowser(app, person) })
  await page.getByLabel('New email address').fill(person.email)
  await button(page, 'Change').click()
  const dialog = page.getByRole('alertdialog')
  expectProblem(page, /422: POST .*(confirmation|email-change)/)
  await dialog.getByLabel('Current password').fill('Not-my-password-1!')
  await button(page, 'Send the links').click()
  await showsText(page, changePasswordTexts.currentIncorrect)
  await dialog.getByLabel('Current password').fill(person.password)
  await button(page, 'Send the links').click()
  await showsText(page, accountTexts.sameEmail)
  await page.getByLabel('New email address').fill(email)
  await button(page, 'Change').click()
  await button(page, 'Send the links').click()
  await showsText(page, 'We have sent a link to both addresses.')
  await checkAccessibility(page)
  await screenshot(page, 'email-change-pending')

  const phone = await visit(app, { path: linkInMail(await app.mailTo(email, /^Confirm/)), viewport: 'phone' })
  await checkAccessibility(phone)
  await button(phone, 'Confirm').click()
  await phone.getByRole('heading', { level: 1, name: 'One more link' }).waitFor()
  await screenshot(phone, 'email-change-one-more')
  await openHydratedPage(page, '/admin/settings?tab=security')
  await showsText(page, 'Confirmed')
  await showsText(page, 'Not confirmed yet')
  await openHydratedPage(page, linkInMail(await app.mailTo(person.email, /^Confirm/)))
  await button(page, 'Confirm').click()
  await page.getByRole('heading', { level: 1, name: 'Your email address is changed' }).waitFor()
  await page.getByRole('link', { name: 'Go to the admin area' }).click()
  await page.waitForURL('**/admin/settings?tab=security')
  await showsText(page, email)
  await signIn(phone, { ...person, email })
})

/** Completes the wizard; returns the secret and the recovery codes. */
async function enrol(page: Page, password: string) {
  await button(page, 'Set up two-factor authentication').click()
  await page.getByLabel('Current password').fill(password)
  await button(page, 'Begin').click()
  const secret = (await page.locator('main code').textContent())!
  await button(page, twoFactorTexts.continue).click()
  await page.getByLabel('Authenticator code').fill(await totpCodeOf(secret, 0))
  await button(page, 'Verify').click()
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await listed.nth(9).waitFor()
  return { secret, codes: await listed.allTextContents() }
}

describe('two-factor authentication', () => {
  test('two-factor is set up with an app, required at the next sign-in, and disabled again', async () => {
    const person = await createAdministrator(app)
    const permissions = ['clipboard-read', 'clipboard-write']
    const browser = { ...(await ownersBrowser(app, person)), permissions }
    const page = await visit(app, { path: '/admin/dashboard', browser })
    await page.getByRole('link', { name: 'Turn it on' }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication is not on' }).waitFor()
    await button(page, 'Set up two-factor authentication').click()
    await button(page, 'Begin').click()
    await showsText(page, changePasswordTexts.currentRequired)
    expectProblem(page, /422: POST .*factors/)
    await page.getByLabel('Current password').fill('Not-my-password-1!')
    await button(page, 'Begin').click()
    await showsText(page, changePasswordTexts.currentIncorrect)
    await page.getByLabel('Current password').fill(person.password)
    await button(page, 'Begin').click()
    const picture = page.getByRole('img', { name: /QR code/ })
    expect(await picture.boundingBox()).toMatchObject({ width: 256, height: 256 })
    const secret = (await page.locator('main code').textContent())!
    await button(page, 'Copy key').click()
    await showsText(page, 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret.replaceAll(' ', ''))
    await checkAccessibility(page)
    await screenshot(page, 'two-factor-scan')
    await button(page, twoFactorTexts.continue).click()
    await button(page, twoFactorTexts.back).click()
    await picture.waitFor()
    await button(page, twoFactorTexts.continue).click()
    const code = page.getByLabel('Authenticator code')
    await code.fill('12 34x')
    expect(await code.inputValue()).toBe('1234')
    expect(await button(page, 'Verify').isDisabled()).toBe(true)
    expectProblem(page, /422: POST .*verify/)
    await code.fill(await totpCodeOf(secret, 10))
    await button(page, 'Verify').click()
    await showsText(page, twoFactorTexts.wrongCode)
    await code.fill(await totpCodeOf(secret, 0))
    await button(page, 'Verify').click()
    const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await list.first().waitFor()
    const codes = await list.allTextContents()
    expect(codes).toHaveLength(10)
    for (const each of codes) expect(each).toMatch(/^[A-Z0-9]{8}$/)
    const downloading = page.waitForEvent('download')
    await button(page, 'Download').click()
    const file = readFileSync(await (await downloading).path(), 'utf8')
    expect(file).toContain(new URL(app.address()).host)
    expect(file).toContain(String(new Date().getFullYear()))
    for (const each of codes) expect(file).toContain(each)
    await checkAccessibility(page)
    await screenshot(page, 'two-factor-recovery')
    await button(page, twoFactorTexts.codesSaved).click()
    await showsText(page, 'Two-factor authentication is on.')
    await page.getByRole('heading', { name: 'Two-factor authentication is on' }).waitFor()
    await checkFurtherState(page)

    await logout(page)
    await page.waitForURL('**/admin/login')
    await fillSignIn(page, person)
    await page.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor()
    expect(await cookieOf(page)).toBeUndefined()
    await button(page, challengeTexts.backToLogin).click()
    await page.getByLabel('Email').waitFor()
    await fillSignIn(page, person)
    await page.getByLabel('Authenticator code').fill(await totpCodeOf(secret, 1))
    await button(page, 'Verify').click()
    await page.waitForURL('**/admin/dashboard')
    await showsText(page, 'Two-factor authentication is on.')

    await openHydratedPage(page, '/admin/settings?tab=security')
    await button(page, twoFactorTexts.disable).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: twoFactorTexts.disable }).click()
    await dialog.getByText(changePasswordTexts.currentRequired).waitFor()
    await dialog.getByText(accountTexts.codeRequired).waitFor()
    await checkAccessibility(page)
    await screenshot(page, 'two-factor-disable')
    await dialog.getByLabel('Current password').fill(person.password)
    // A recovery code replaces a lost app.
    await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
    expectProblem(page, /422: POST .*disable/)
    await dialog.getByLabel('Recovery code').fill('AAAA0000')
    await dialog.getByRole('button', { name: twoFactorTexts.disable }).click()
    await dialog.getByText(challengeTexts.wrongRecoveryCode).waitFor()
    await checkFurtherState(page)
    await screenshot(page, 'two-factor-disable-recovery')
    await dialog.getByLabel('Recovery code').fill(codes[7]!.toLowerCase())
    await dialog.getByRole('button', { name: twoFactorTexts.disable }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication is not on' }).waitFor()
  })

  longTest('five wrong codes lock two-factor; a recovery code still works and disables it', async () => {
    const person = await createAdministrator(app)
    const page = await visit(app, {
      path: '/admin/settings?tab=security',
      browser: await ownersBrowser(app, person),
      viewport: 'phone',
      theme: 'dark',
      expected: [/401: POST .*challenge/],
    })
    const { secret, codes } = await enrol(page, person.password)
    await openHydratedPage(page, '/admin/change-password')
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password', { exact: true }).fill('Seagull99')
    await page.getByLabel('Confirm new password').fill('Seagull99')
    await button(page, changePasswordTexts.submit).click()
    await showsText(page, accountTexts.codeRequired)
    await checkAccessibility(page)
    const dashboard = page.waitForResponse('**/api/admin/dashboard')
    await page.getByLabel('Authenticator code').fill(await totpCodeOf(secret, 1))
    await button(page, changePasswordTexts.submit).click()
    await showsText(page, changePasswordTexts.changed)
    await page.waitForURL('**/admin/dashboard')
    await dashboard
    await logout(page)
    await page.waitForURL('**/admin/login')
    await fillSignIn(page, { ...person, password: 'Seagull99' })
    const code = page.getByLabel('Authenticator code')
    for (const left of [4, 3, 2, 1]) {
      await code.fill(await totpCodeOf(secret, 50 + left))
      await button(page, 'Verify').click()
      await showsText(page, challengeTexts.attemptsRemaining({ n: left }))
      await showsText(page, challengeTexts.wrongCode)
    }
    await checkAccessibility(page)
    await screenshot(page, 'challenge')
    await code.fill(await totpCodeOf(secret, 50))
    await button(page, 'Verify').click()
    await showsText(page, challengeTexts.locked)
    expect(await code.isDisabled()).toBe(true)
    expect(await button(page, 'Verify').isDisabled()).toBe(true)
    await checkAccessibility(page)
    await button(page, challengeTexts.backToLogin).click()
    await page.getByLabel('Email').waitFor()
    await fillSignIn(page, { ...person, password: 'Seagull99' })
    await showsText(page, challengeTexts.locked)
    expect([await code.isDisabled(), await code.inputValue()]).toEqual([true, ''])

    await button(page, 'Use a recovery code').click()
    const recovery = page.getByLabel('Recovery code')
    expect(await button(page, 'Verify').isDisabled()).toBe(true)
    expectProblem(page, /401: POST .*recovery/, /422: POST .*recovery/)
    await recovery.fill('AAAA')
    await button(page, 'Verify').click()
    await showsText(page, challengeTexts.wrongRecoveryCode)
    await recovery.fill('AAAA0000')
    await button(page, 'Verify').click()
    await showsText(page, challengeTexts.wrongRecoveryCode)
    await recovery.fill(` ${codes[3]!.toLowerCase()} `)
    await button(page, 'Verify').click()
    await page.waitForURL('**/admin/settings?tab=security')
    await showsText(page, accountTexts.sessionLimited)
    await page.getByRole('heading', { name: 'Two-factor authentication is not on' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Where you are signed in' }).count()).toBe(0)
    expect(await button(page, 'Open navigation').count()).toBe(0)
    await checkAccessibility(page)
    await screenshot(page, 'limited-session')
    await openHydratedPage(page, '/admin/orders')
    await page.waitForURL('**/admin/settings?tab=security')
    await enrol(page, 'Seagull99')
    await button(page, twoFactorTexts.codesSaved).click()
    await page.getByRole('heading', { name: 'Two-factor authentication is on' }).waitFor()
    await expect.poll(() => page.getByText(accountTexts.sessionLimited).count()).toBe(0)
    await openHydratedPage(page, '/admin/dashboard')
    await showsText(page, 'Two-factor authentication is on.')
    expect(await app.mailTo(person.email, /recovery code was used/)).toContain('may have entered wrong codes')
  })
})

describe('the user’s own account', () => {
  longTest('changing the password signs other devices out', async () => {
    const person = await createAdministrator(app)
    const path = '/admin/dashboard'
    const elsewhere = await visit(app, { path, viewport: 'phone', browser: await ownersBrowser(app, person) })
    const page = await visit(app, { path, browser: await ownersBrowser(app, person) })
    await button(page, 'Menu').click()
    await page.getByRole('menuitem', { name: changePasswordTexts.submit }).click()
    await page.waitForURL('**/admin/change-password')
    expect(await page.getByLabel('Authenticator code').count()).toBe(0)
    const fill = async (current: string, fresh: string, again: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password', { exact: true }).fill(fresh)
      await page.getByLabel('Confirm new password').fill(again)
      await button(page, changePasswordTexts.submit).click()
    }
    await fill('', 'short', '')
    await showsText(page, changePasswordTexts.currentRequired)
    await showsText(page, changePasswordTexts.tooShort({ n: 8 }))
    await showsText(page, changePasswordTexts.confirmRequired)
    await fill('Wrong-one-1', 'Seagull99', 'Seagull98')
    await showsText(page, changePasswordTexts.mismatch)
    await checkAccessibility(page)
    expectProblem(page, /422: POST .*change-password/)
    await fill('Wrong-one-1', 'Seagull99', 'Seagull99')
    await showsText(page, changePasswordTexts.currentIncorrect)
    // This form requires no special character.
    // The message and the empty form are shown for two seconds.
    const changed = page.waitForFunction((words) => {
      const field = document.querySelector<HTMLInputElement>('[autocomplete="current-password"]')
      return field?.value === '' && document.body.textContent.includes(words)
    }, changePasswordTexts.changed)
    await fill(person.password, 'Seagull99', 'Seagull99')
    await changed
    await page.waitForURL('**/admin/dashboard')
    await elsewhere.goto('/admin/tour')
    await elsewhere.waitForURL('**/admin/login?from=*')
    await waitForHydration(elsewhere)
    await fillSignIn(elsewhere, { ...person, password: 'Seagull99' })
    await elsewhere.waitForURL('**/admin/tour')
  })

  longTest('a sign-in with a new browser is mailed; “this was not me” ends sessions and password', async () => {
    const person = await createAdministrator(app)
    const thief = await visit(app, { path: '/admin/login' })
    await fillSignIn(thief, person)
    await thief.waitForURL('**/admin/dashboard')
    const link = linkInMail(await app.mailTo(person.email, /New sign-in/))
    const page = await visit(app, { path: link, viewport: 'phone', theme: 'dark' })
    await page.getByRole('heading', { level: 1, name: 'This was not you?' }).waitFor()
    await waitForHydration(page)
    expect(page.url()).not.toContain('token')
    await checkAccessibility(page)
    await screenshot(page, 'not-me')
    await button(page, 'It was not me: sign out everywhere').click()
    await page.getByRole('heading', { level: 1, name: 'New password' }).waitFor()
    expectProblem(thief, /401: /)
    await thief.goto('/admin/orders')
    await thief.waitForURL('**/admin/login?from=*')
    await waitForHydration(thief)
    await fillSignIn(thief, person)
    await showsText(thief, signInTexts.failed)
    await page.getByLabel('New password', { exact: true }).fill('Seagull-99!')
    await page.getByLabel('Confirm new password').fill('Seagull-99!')
    await checkAccessibility(page)
    await button(page, changePasswordTexts.submit).click()
    await showsText(page, changePasswordTexts.changed)
    await openHydratedPage(page, '/admin/login')
    await fillSignIn(page, { ...person, password: 'Seagull-99!' })
    await page.waitForURL('**/admin/dashboard')
    // The link works once.
    const again = await visit(app, { path: link })
    await waitForHydration(again)
    expectProblem(again, /410: POST .*disown/)
    await button(again, 'It was not me: sign out everywhere').click()
    await again.getByRole('heading', { level: 1, name: 'This link has ended' }).waitFor()
    await showsText(again, accountTexts.disownLinkEnded)
  })

  longTest('the account page lists sessions and ends one or all others', async () => {
    const person = await createAdministrator(app)
    const tablet = await visit(app, {
      browser: { userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' },
    })
    await signIn(tablet, person)
    const elsewhere = await visit(app, {
      browser: { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' },
    })
    await signIn(elsewhere, person)
    const page = await visit(app, {
      path: '/admin/settings?tab=sessions',
      browser: await ownersBrowser(app, person),
    })
    const rows = page.getByRole('table').getByRole('row')
    await expect.poll(() => rows.count()).toBe(4)
    expect(await rows.filter({ hasText: 'This device' }).getByRole('button').count()).toBe(0)
    await rows.filter({ hasText: 'Safari on iPhone' }).waitFor()
    await checkAccessibility(page)
    await screenshot(page, 'sessions')
    await rows.filter({ hasText: 'iPad' }).getByRole('button', { name: 'Sign out Safari on iPad' }).click()
    await page.getByRole('alertdialog').getByText('Safari on iPad has to sign in again.').waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await showsText(page, 'That device is signed out.')
    await expect.poll(() => rows.count()).toBe(3)
    await tablet.goto('/admin/tour')
    await tablet.waitForURL('**/admin/login?from=*')
    await button(page, 'Sign out everywhere else').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await showsText(page, 'You are signed out everywhere else.')
    await expect.poll(() => rows.count()).toBe(2)
    // Sessions on other websites of the installation are not listed here.
    expect(await button(page, 'Sign out everywhere else').isEnabled()).toBe(true)

    expectProblem(elsewhere, /401: GET .*admin\/settings/)
    await elsewhere.getByRole('link', { name: 'Settings' }).click()
    await elsewhere.waitForURL('**/admin/login?from=*')
  })

  longTest('the last administrator cannot be removed', async () => {
    const page = await visit(app, { host: 'service.localhost', path: '/admin/login' })
    await fillSignIn(page, owner)
    await page.waitForURL('**/admin/dashboard')
    await page.goto('/admin/settings?tab=people')
    const remove = button(page, `Remove ${owner.email}`)
    await remove.waitFor()
    expect(await remove.isDisabled()).toBe(true)
  })
})

describe('signing out when the server does not answer', () => {
  longTest('signing out is tried three times, then done locally, and repeated later', async () => {
    const page = await visit(app, { path: '/admin/login', now: new Date() })
    await fillSignIn(page, owner)
    await page.waitForURL('**/admin/dashboard')
    let attempts = 0
    await page.route('**/api/auth/sign-out', (route) => {
      attempts++
      return route.fulfill({ status: 503, json: { error: 'Away', reason: 'unavailable' } })
    })
    expectProblem(page, /503: POST .*sign-out/)
    await logout(page)
    await expect.poll(() => attempts).toBe(1)
    await page.clock.fastForward(2_000)
    await expect.poll(() => attempts).toBe(2)
    await page.clock.fastForward(4_000)
    await showsText(page, sessionTexts.signOutFailed)
    expect(attempts).toBe(3)
    await checkAccessibility(page)
    await screenshot(page, 'signed-out-locally')
    // The session cookie is still valid, but neither the page nor the server accepts it.
    expect(await page.evaluate(async () => new URL((await fetch('/admin/dashboard')).url).pathname)).toBe(
      '/admin/login',
    )
    expect(await cookieOf(page)).toBeDefined()
    // Declining cookies elsewhere on the site clears other storage, but not this mark.
    await page.goto('/')
    await page.getByRole('button', { name: 'Essential Only' }).click()
    await page.goto('/admin/dashboard')
    await page.waitForURL('**/admin/login*')
    await showsText(page, sessionTexts.signOutFailed)
    await page.unroute('**/api/auth/sign-out')
    await page.goto('/admin/dashboard')
    await page.waitForURL('**/admin/login*')
    await expect.poll(() => cookieOf(page)).toBeUndefined()
    await expect.poll(() => page.getByText(sessionTexts.signOutFailed).count()).toBe(0)
  })
})

describe('when the server fails', () => {
  const broken = { status: 500, json: { error: 'An unexpected error occurred', reason: 'unexpected' } }
  const refusal = (reason: string, error: string, status = 500) => ({ status, json: { error, reason } })

  /** Makes the API fail at one address until the test restores it. */
  async function failing(page: Page, path: string, answer: { status: number; json: object } = broken) {
    const address = `**/api/auth/${path}`
    await page.route(address, (route) => route.fulfill(answer))
    return () => page.unroute(address)
  }

  longTest('the security settings show an error for each failed action', async () => {
    const person = await createAdministrator(app)
    const page = await visit(app, {
      now: new Date(),
      browser: await ownersBrowser(app, person),
      expected: [/500: GET .*factors/, /500: POST .*factors/, /500: POST .*change-pass/],
    })
    let mend = await failing(page, 'factors')
    await openHydratedPage(page, '/admin/settings?tab=security')
    await fastForwardUntilVisible(page, page.getByText(twoFactorTexts.statusFailed))
    await mend()
    await button(page, 'Retry').click()
    await button(page, 'Set up two-factor authentication').click()
    await page.getByLabel('Current password').fill(person.password)
    mend = await failing(page, 'factors')
    await button(page, 'Begin').click()
    await showsText(page, twoFactorTexts.startFailed)
    await mend()
    await button(page, 'Begin').click()
    const secret = (await page.locator('main code').textContent())!
    await button(page, twoFactorTexts.continue).click()
    const code = page.getByLabel('Authenticator code')
    await code.fill(await totpCodeOf(secret, 0))
    for (const [answer, words] of [
      [broken, twoFactorTexts.enrollmentFailed],
      [refusal('recovery-codes-not-stored', recoveryTexts.storingFailed), recoveryTexts.storingFailed],
    ] as const) {
      mend = await failing(page, 'factors/*/verify', answer)
      await button(page, 'Verify').click()
      await showsText(page, words)
      await mend()
    }
    await code.fill(await totpCodeOf(secret, 1))
    await button(page, 'Verify').click()
    await button(page, twoFactorTexts.codesSaved).click()
    await page.getByRole('heading', { name: 'Two-factor authentication is on' }).waitFor()

    await button(page, twoFactorTexts.disable).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Current password').fill(person.password)
    await dialog.getByLabel('Authenticator code').fill('123456')
    await failing(page, 'factors/disable')
    await dialog.getByRole('button', { name: twoFactorTexts.disable }).click()
    await dialog.getByText(twoFactorTexts.disableFailed).waitFor()

    await openHydratedPage(page, '/admin/change-password')
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password', { exact: true }).fill('Seagull99')
    await page.getByLabel('Confirm new password').fill('Seagull99')
    await page.getByLabel('Authenticator code').fill('123456')
    await failing(page, 'change-password')
    await button(page, changePasswordTexts.submit).click()
    await showsText(page, changePasswordTexts.failed)
  })

  longTest('signing in shows an error for each failed step', async () => {
    const page = await visit(app, {
      path: '/admin/login',
      expected: [
        /500: POST .*challenge/,
        /500: POST .*recovery/,
        /500: GET .*session/,
        /500: GET .*account-status/,
        /500: POST .*resend/,
      ],
    })
    const factors = [{ id: app.address(), status: 'verified', friendly_name: '', created_at: new Date().toISOString() }]
    const user = { id: owner.email, email: owner.email, factors }
    const mendSignIn = await failing(page, 'sign-in', { status: 200, json: { data: { user }, secondFactor: true } })
    await fillSignIn(page, owner)
    await page.getByLabel('Authenticator code').fill('123456')
    await failing(page, 'challenge')
    await button(page, 'Verify').click()
    await showsText(page, challengeTexts.failed)
    await button(page, 'Use a recovery code').click()
    await page.getByLabel('Recovery code').fill('ABCD1234')
    const mend = await failing(page, 'recovery')
    await button(page, 'Verify').click()
    await showsText(page, recoveryTexts.verificationFailed)
    await mend()
    // The code was right, but the session cannot be read afterwards, or turns out to be empty.
    await failing(page, 'recovery', { status: 200, json: { data: { user } } })
    const mendSession = await failing(page, 'session')
    await button(page, 'Verify').click()
    await showsText(page, sessionTexts.refreshFailed)
    await mendSession()
    await button(page, 'Verify').click()
    await showsText(page, sessionTexts.none)
    await mendSignIn()

    await page.goto('/admin/sign-up')
    const mendStatus = await failing(page, 'account-status')
    await waitForHydration(page)
    await page.getByLabel('Email').fill('unlucky@harbour.example')
    await page.getByLabel('Password', { exact: true }).fill('Lanternfish-4!')
    await button(page, 'Sign up').click()
    await showsText(page, signUpTexts.statusCheckFailed)
    await mendStatus()
    await button(page, 'Check again').click()
    await showsText(page, accountTexts.statusPending)
    await failing(page, 'resend-verification')
    await button(page, 'Send it again').click()
    await showsText(page, signUpTexts.resendFailed)
  })
})

describe('a website with its own password requirements', () => {
  longTest('a site’s password requirements apply to sign-up in browser and server', async () => {
    const expected = [/422: POST .*sign-up/]
    const page = await visit(app, { host: 'service.localhost', path: '/admin/sign-up', expected })
    await page.getByLabel('Email').fill('tuner@feltandhammer.example')
    await page.getByLabel('Password', { exact: true }).fill('Short-1!')
    await button(page, 'Sign up').click()
    await showsText(page, passwordTexts.tooShort({ n: 14 }))
    const answer = await page.evaluate(async () => {
      const body = JSON.stringify({ email: 'tuner@feltandhammer.example', password: 'Lanternfish44', minLength: 8 })
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/auth/sign-up', { method: 'POST', headers, body })).json()
    })
    expect(answer).toMatchObject({ fields: { password: passwordTexts.tooShort({ n: 14 }) } })
    // A hyphen counts there: the site accepts the extended set.
    await page.getByLabel('Password', { exact: true }).fill('Lanternfish-44')
    await button(page, 'Sign up').click()
    await showsText(page, accountTexts.statusPending)
  })
})

describe('a client that sends a new X-Forwarded-For with each request', () => {
  test('a client with changing X-Forwarded-For is rate limited as one client', async () => {
    const origin = app.address()
    const ask = async (n: number) => {
      const forged = `198.51.100.${n}`
      const headers = {
        origin,
        'x-forwarded-for': `${forged}, ${forged}`,
        'x-real-ip': forged,
        forwarded: `for=${forged}`,
      }
      const request = jsonRequest({ email: `nobody-${n}@harbour.example` }, { headers })
      return (await fetch(`${origin}/api/auth/forgot-password`, request)).status
    }
    const { max } = accountRateLimits.resetFromAddress
    const statuses = await Promise.all(Array.from({ length: max + 5 }, (_, n) => ask(n + 1)))
    // Earlier journeys have used up some of its attempts.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  })
})
