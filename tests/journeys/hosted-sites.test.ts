import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkFurtherLooks, checkLooks, expectProblem, visit } from '#tests/browser/harness.ts'
import { cleanEnvironment } from '#tests/browser/process.ts'
import { fillSignIn, linkInMail, owner, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { checkPhoneRows } from '#tests/journeys/phone-rows.ts'

const run = promisify(execFile)

/** An installation whose operator has given the owner platform access. */
async function startPlatform() {
  const first = await startOwnersApp({ DEMO: 'off' })
  await first.stop()
  const env = { ...cleanEnvironment(), DATA_DIR: first.folder }
  await run(process.execPath, ['src/app/commands/owner.ts', 'platform', 'grant', owner.email], { env })
  return startOwnersApp({ DEMO: 'off', DATA_DIR: first.folder })
}
const app = await startPlatform()

const host = 'harbour-lights.localhost'
const invited = { email: 'ada@harbour.example', password: 'Night-Ferry 7!' }
const dialog = (page: Page) => page.getByRole('alertdialog')
const main = (page: Page) => page.getByRole('main')

async function confirm(page: Page, label: string) {
  const password = dialog(page).getByLabel('Current password')
  await dialog(page).getByRole('button', { name: label }).waitFor()
  if (await password.count()) await password.fill(owner.password)
  await dialog(page).getByRole('button', { name: label }).click()
}

/** Loads the home page of the new host without resolving its name. */
async function pageThere(): Promise<string> {
  const request = get(`${app.address('127.0.0.1')}/`, { headers: { host, accept: 'text/html' } })
  const [answer] = await once(request, 'response')
  return text(answer)
}
const titleThere = async () => /<title>([^<]*)/.exec(await pageThere())![1]

test('a person with platform access creates a website, and its owner comes by the invitation', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser: await ownersBrowser(app), reducedMotion: true })
  const sidebar = page.getByRole('navigation', { name: 'Admin' })
  await sidebar.getByRole('link', { name: 'Websites' }).click()
  await main(page).getByText('No website was created here yet.').waitFor()
  await checkFurtherLooks(page, 'websites-empty')
  await main(page).getByRole('link', { name: 'Create the first website' }).click()
  await page.getByLabel('Name').fill('Harbour Lights')
  await page.getByLabel('Host').fill('Harbour-Lights.localhost:3000')
  await page.getByLabel('Email of the owner').fill(invited.email)
  const create = page.getByRole('button', { name: 'Create website' })
  await create.click()
  expectProblem(page, /422: POST .*admin\/sites/)
  await confirm(page, 'Create website')
  await page.getByText('Enter the host without a port.').waitFor()
  await checkLooks(page, 'new-website')
  await page.getByLabel('Host').fill('Harbour-Lights.localhost')
  await create.click()
  await confirm(page, 'Create website')

  await page.getByRole('heading', { level: 1, name: 'Harbour Lights' }).waitFor()
  await main(page).getByText('Not confirmed').waitFor()
  expect(await titleThere()).toBe('No website here')
  await page.getByRole('button', { name: `Confirm ${host}` }).click()
  await confirm(page, 'Confirm')
  await main(page).getByText('Confirmed by a person').waitFor()
  await checkFurtherLooks(page, 'website')
  const shown = await pageThere()
  expect(shown).toContain('<title>Harbour Lights')
  expect(shown).not.toMatch(/Marlow|Quay/)

  const link = linkInMail(await app.mailTo(invited.email, /invited to manage Harbour Lights/))
  const ada = await visit(app, { host, path: link, reducedMotion: true })
  await ada.getByLabel('Password', { exact: true }).fill(invited.password)
  await ada.getByRole('button', { name: 'Sign up' }).click()
  await ada.getByRole('link', { name: 'Sign in' }).click()
  await ada.waitForURL('**/admin/login')
  await fillSignIn(ada, invited)
  await ada.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expect(await ada.getByRole('link', { name: 'Websites' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Suspend' }).click()
  await confirm(page, 'Suspend')
  await main(page).getByText('Suspended').waitFor()
  expect(await titleThere()).toBe('Closed')
  await main(page).getByRole('link', { name: 'All websites' }).click()
  await main(page).getByRole('link', { name: 'Harbour Lights' }).waitFor()
  await checkPhoneRows(page)
  await checkLooks(page, 'websites')
})
