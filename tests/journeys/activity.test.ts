import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkAccessibility, checkLooks, visit } from '#tests/browser/harness.ts'
import { openHydratedPage, owner, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)

const line = (page: Page, words: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: words })

/** As the owner's browser would, with its session. */
async function send(page: Page, method: 'post' | 'put', path: string, data: object) {
  const answer = await page.request[method](path, { data, headers: { origin: app.address() } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

test('the activity log can be read, filtered and exported', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser, viewport: 'phone', reducedMotion: true })
  const announcement = { title: 'Ferry at nine', message: 'Come early.' }
  const { id, sequence } = await send(page, 'post', '/api/admin/announcements', announcement)
  const draft = { ...announcement, message: 'x'.repeat(300), endDate: '2031-05-01T12:00:00Z', isDismissible: false }
  await send(page, 'put', `/api/admin/announcements/${id}`, { ...draft, sequence })

  await openHydratedPage(page, '/admin/activity')
  await line(page, `${owner.email} changed the announcement Ferry at nine`).waitFor()
  await line(page, `${owner.email} signed in`).first().waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Kind').selectOption('Announcements')
  await page.waitForURL('**/admin/activity?type=announcement')
  await line(page, 'signed in').first().waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Name' }).fill('at nine')
  await page.waitForURL('**q=at+nine*')

  const changed = line(page, 'changed the announcement')
  await changed.getByText('3 fields changed').focus()
  await page.keyboard.press('Enter')
  const until = changed.locator('dl > div').filter({ hasText: 'Until' })
  expect(await until.textContent()).toMatch(/Before: nothingAfter: .*2031/)
  await changed.getByRole('button', { name: 'Show all' }).press('Enter')
  await changed.getByText('x'.repeat(300)).waitFor()
  await checkLooks(page, 'admin-activity')

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()])
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain(`,${owner.email},changed the announcement,Ferry at nine,`)
  expect(csv).not.toContain('signed in')

  await changed.getByRole('link', { name: 'Ferry at nine' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ferry at nine' }).waitFor()
})

longTest('a search of the activity log without results offers to reset it', async () => {
  const page = await visit(app, { path: '/admin/activity?from=2001-01-01&to=2001-01-02', browser })
  await page.getByText('No matching activity.').waitFor()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Show everything' }).press('Enter')
  await page.waitForURL('**/admin/activity')
  await line(page, 'signed in').first().waitFor()
})

longTest('paging the activity log keeps the focus on it', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser })
  for (let i = 1; i <= 26; i++)
    await send(page, 'post', '/api/admin/announcements', {
      title: `Ferry number ${i}.`,
      message: 'So.',
      isActive: false,
    })
  await openHydratedPage(page, '/admin/activity?q=ferry+number')
  await line(page, 'Ferry number 26.').waitFor()
  await page.getByRole('button', { name: 'Older' }).press('Enter')
  await page.waitForURL('**before=*')
  await line(page, 'Ferry number 1.').waitFor()
  expect(await line(page, 'Ferry number').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Activity log')
  await page.getByRole('button', { name: 'Newer' }).press('Enter')
  await line(page, 'Ferry number 26.').waitFor()
})
