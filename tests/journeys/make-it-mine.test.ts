import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoTexts } from '#domain/texts/own-admin-words.ts'
import { guideTexts, makeItMineTexts as texts } from '#domain/texts/own-set-up-words.ts'
import { checkFurtherLooks, expectProblem, visit } from '#tests/browser/harness.ts'
import { openHydratedPage, owner, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const browser = { ...(await ownersBrowser(app)), timezoneId: 'Europe/Stockholm' }
const own = '**/api/admin/set-up/own'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const goOn = (page: Page) => button(page, 'Continue').click()

async function confirm(page: Page, label: string) {
  await button(page, label).click()
  const dialog = page.getByRole('alertdialog', { name: texts.question })
  await dialog.getByRole('button', { name: guideTexts.start }).waitFor()
  const password = dialog.getByLabel('Current password')
  if (await password.isVisible()) await password.fill(owner.password)
  await dialog.getByRole('button', { name: guideTexts.start }).click()
}

/** From the first step to the last one, with what is guessed and this name. */
async function toTheEnd(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  for (const heading of [
    'How should it look?',
    'Where are you at home?',
    'What do you need?',
    'Ready to make it yours',
  ]) {
    await goOn(page)
    await step(page, heading).waitFor()
  }
}

test('an owner explores the demo first, and then loses nothing on the way through the steps', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser, reducedMotion: true })
  await button(page, guideTexts.explore).click()
  await page.getByText(guideTexts.reminder).waitFor()
  await checkFurtherLooks(page, 'guide-reminder')
  await openHydratedPage(page, '/admin/settings?tab=set-up')
  await page.getByRole('main').getByRole('link', { name: guideTexts.start }).click()
  const name = page.getByLabel('Name')
  await goOn(page)
  await page.getByText(texts.nameMissing).waitFor()
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  await checkFurtherLooks(page, 'set-up-problem')
  await page.getByText('Band', { exact: true }).click()
  await toTheEnd(page, 'The Lunds')
  await expect.poll(() => step(page, 'Ready').evaluate((heading) => heading === document.activeElement)).toBe(true)
  await page.getByText('The Lunds · Band').waitFor()
  await page.getByText('Sweden · SEK').waitFor()
  await page.reload()
  await page.getByText('The Lunds · Band').waitFor()
  await page.goBack()
  await page.getByLabel('Within Sweden (SEK)').fill('4 kronor')
  await goOn(page)
  await page.getByText(texts.noPrice).waitFor()
  await page.getByLabel('Within Sweden (SEK)').fill('49')
  await page.getByRole('checkbox', { name: 'Gallery' }).click()
  await goOn(page)
  await page.getByText('Tour, Records, Shop, Media').waitFor()

  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => request.url().endsWith('/set-up/own') && sent.push(request.postDataJSON()))
  const problem = { error: 'Please check the marked fields.', reason: 'invalid-input' }
  await page.route(own, (route) =>
    route.fulfill({ status: 422, json: { ...problem, fields: { email: 'This address cannot be used.' } } }),
  )
  await confirm(page, guideTexts.start)
  await step(page, 'Where are you at home?').waitFor()
  const email = page.getByLabel('Contact address')
  await page.getByText('This address cannot be used.').waitFor()
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  expectProblem(page, /422/)
  await email.fill('lunds@songs.example')
  await page.unroute(own)

  await page.route(own, (route) =>
    route.fulfill({ status: 503, json: { error: demoTexts.backupFailed, reason: 'backup-failed' } }),
  )
  await goOn(page)
  await goOn(page)
  await confirm(page, guideTexts.start)
  await page.getByRole('alert').getByText(demoTexts.backupFailed).waitFor()
  expectProblem(page, /503/)
  await checkFurtherLooks(page, 'set-up-no-backup')
  await page.unroute(own)

  const other = await page.context().newPage()
  await openHydratedPage(other, '/admin/set-up?step=finish')
  await other.getByText(texts.choices).waitFor()
  await button(other, guideTexts.start).click()
  await other.getByText(texts.nameMissing).waitFor()
  await toTheEnd(other, 'Somebody else')

  await confirm(page, texts.withoutBackup)
  await page.getByRole('heading', { name: texts.done({ name: 'The Lunds' }) }).waitFor()
  expect(sent.at(-1)).toMatchObject({
    name: 'The Lunds',
    kind: 'band',
    email: 'lunds@songs.example',
    region: { locale: 'sv-SE', zone: 'Europe/Stockholm', currency: 'SEK' },
    areas: ['tour', 'records', 'shop', 'media'],
    delivery: { home: 4900, abroad: null },
    withoutBackup: true,
  })
  await confirm(other, guideTexts.start)
  await other.getByRole('alert').getByText(demoTexts.alreadyOwn).waitFor()
  expectProblem(other, /409/)
  await openHydratedPage(other, '/admin/set-up')
  await other.getByRole('heading', { name: texts.already }).waitFor()
  expect(await other.title()).toContain('The Lunds')
  await checkFurtherLooks(other, 'set-up-already')
})
