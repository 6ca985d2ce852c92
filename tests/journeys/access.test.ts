import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accountTexts } from '#domain/texts/own-words.ts'
import { checkLooks, expectProblem, visit } from '#tests/browser/harness.ts'
import {
  createAdministrator,
  linkInMail,
  openHydratedPage,
  owner,
  ownersBrowser,
  startOwnersApp,
} from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const people = '/admin/settings?tab=people'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')

/** Answers the dialog that asks for the password. */
async function confirm(page: Page, label: string, password: string) {
  await dialog(page).getByLabel('Current password').fill(password)
  await dialog(page).getByRole('button', { name: label }).click()
}

test('removing an earlier administrator needs the password and a day; the mailed link stops it', async () => {
  const helper = await createAdministrator(app)
  const page = await visit(app, { path: people, browser: await ownersBrowser(app, helper), reducedMotion: true })
  await button(page, `Remove ${owner.email}`).click()
  await dialog(page).getByText(`${owner.email} had access before you.`).waitFor()
  await checkLooks(page, 'confirm-it-is-you')
  expectProblem(page, /422: POST .*confirmation/)
  await confirm(page, 'Remove', 'Wrong-Ferry 7!')
  await dialog(page).getByText('Current password is incorrect').waitFor()
  await confirm(page, 'Remove', helper.password)
  await page.getByText(`${owner.email} was told. Their access ends in 24 hours unless they stop it.`).waitFor()
  await button(page, `Keep the access of ${owner.email}`).waitFor()
  await page.getByText(/Access ends .*, as you have asked\./).waitFor()

  const boss = await visit(app, {
    path: '/admin/dashboard',
    browser: await ownersBrowser(app),
    viewport: 'phone',
    reducedMotion: true,
  })
  await boss.getByText(`${helper.email} wants to remove your access to this website.`).waitFor()
  await boss.getByText(`${helper.email} wants to remove the access of ${owner.email}.`).waitFor()
  await checkLooks(boss, 'access-ending')
  await app.mailTo(helper.email, /Access to Marlow Quay has changed/)

  const link = linkInMail(await app.mailTo(owner.email, /about to end/))
  const stranger = await visit(app, { path: link, viewport: 'phone', reducedMotion: true })
  await expect.poll(() => stranger.url()).not.toContain('token')
  await checkLooks(stranger, 'keep-access')
  await button(stranger, 'Keep my access').click()
  await stranger.getByRole('heading', { level: 1, name: 'You keep your access' }).waitFor()
  const again = await visit(app, { path: link, reducedMotion: true })
  expectProblem(again, /410: POST .*keep/)
  await button(again, 'Keep my access').click()
  await again.getByRole('heading', { level: 1, name: 'This link has ended' }).waitFor()
  await again.getByText(accountTexts.keepLinkEnded).waitFor()

  // The requester is signed out, and the owner’s banner is gone.
  await openHydratedPage(page, people)
  await page.waitForURL('**/admin/login*')
  await openHydratedPage(boss, people)
  await button(boss, `Remove ${helper.email}`).waitFor()
  expect(await boss.getByText('wants to remove your access').count()).toBe(0)

  // After one confirmation, the dialog does not ask for the password for a few minutes.
  await boss.getByLabel('Email').fill('a@harbour.example')
  await button(boss, 'Give access').click()
  await confirm(boss, 'Give access', owner.password)
  await boss.getByText('We have sent an invitation to a@harbour.example.').waitFor()
  await button(boss, `Remove ${helper.email}`).click()
  expect(await dialog(boss).getByLabel('Current password').count()).toBe(0)
  await dialog(boss).getByRole('button', { name: 'Remove' }).click()
  await boss.getByText(`${helper.email} no longer has access.`).waitFor()

  await openHydratedPage(boss, '/admin/settings?tab=security')
  await boss.getByRole('link', { name: 'See the security log' }).click()
  await boss.getByRole('heading', { level: 1, name: 'Security log' }).waitFor()
  const line = (words: string) => boss.getByRole('main').getByRole('listitem').filter({ hasText: words })
  await line(`${owner.email} stopped the removal of ${owner.email}`).waitFor()
  await line(`${owner.email} removed the access of ${helper.email}`).waitFor()
  await checkLooks(boss, 'security-log')
})

test('changing the contact address requires the password', async () => {
  const page = await visit(app, { path: '/admin/settings', browser: await ownersBrowser(app), reducedMotion: true })
  await page.getByLabel('Contact address', { exact: true }).fill('bookings@marlowquay.example')
  await button(page, 'Save').click()
  await dialog(page)
    .getByText('From now on messages from the contact page go to bookings@marlowquay.example.')
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing was saved. To change the contact address, please confirm with your password.').waitFor()
  await button(page, 'Save').click()
  await confirm(page, 'Change it', owner.password)
  await page.getByText('Saved. Visitors see it now.').waitFor()
  await app.mailTo(owner.email, /The contact address of Marlow Quay was changed/)
})
