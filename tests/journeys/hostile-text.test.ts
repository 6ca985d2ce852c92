import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from '#tests/browser/harness.ts'
import { ownersBrowser, startHouse } from '#tests/journeys/people.ts'

const app = await startHouse()
const browser = await ownersBrowser(app)

/** Each would set a mark if anything of it were more than text. */
const payloads = [
  '<script>window.ran=1</script>',
  '</script><script>window.ran=2</script>',
  '</title><img src=x onerror=window.ran=3>',
  '"><svg onload=window.ran=4>',
  "'-(window.ran=5)-'",
  '{{constructor.constructor("window.ran=6")()}}',
  '<!--<script>window.ran=7//-->',
  '\u202egnp.exe\u2069',
]
const all = payloads.join(' ')

const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { headers: { origin: app.address() }, data })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return answer.json()
}
const hasRun = (page: Page) => page.evaluate(() => (window as { ran?: number }).ran)

test('what somebody writes is shown as text on every page, in titles, previews and data for search engines', async () => {
  const owner = await visit(app, { path: '/admin/announcements', browser })
  const show = await post(owner, '/api/admin/shows', {
    date: '2031-03-01',
    zone: 'Europe/Berlin',
    country: 'DE',
    city: all.slice(0, 120),
    venue: all.slice(0, 200),
    address: all,
    priceNotes: all,
    venueNotes: all,
    additionalInfo: `${all} ${'long '.repeat(900)}`.slice(0, 5000),
    supportActs: payloads,
    tags: payloads,
    eventType: payloads[3],
    status: 'upcoming',
  })
  await post(owner, '/api/admin/announcements', { title: all.slice(0, 100), message: all, priority: 999 })
  await post(owner, '/api/admin/media', {
    kind: 'video',
    title: all.slice(0, 190),
    description: all,
    source: 'https://vimeo.com/76979871',
    isPublished: true,
  })

  const fan = await visit(app)
  for (const path of ['/', '/tour', `/tour/${show.slug}`, '/media']) {
    await fan.goto(path)
    await fan.waitForLoadState('networkidle')
    expect(await hasRun(fan), path).toBeUndefined()
    expect(
      await fan.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      path,
    ).toBeLessThanOrEqual(0)
  }
  await fan.goto(`/tour/${show.slug}`)
  expect(await fan.getByRole('heading', { level: 1 }).textContent()).toBe(show.city)
  expect(await fan.title()).toContain(payloads[0])
  for (const data of await fan.locator('script[type="application/ld+json"]').allTextContents()) JSON.parse(data)
  await fan.getByText(payloads[0]!).first().waitFor()

  for (const path of [
    '/admin/tour',
    `/admin/tour/${show.id}`,
    '/admin/announcements',
    '/admin/media',
    '/admin/activity',
    '/admin/dashboard',
  ]) {
    await owner.goto(path)
    await owner.waitForLoadState('networkidle')
    expect(await hasRun(owner), path).toBeUndefined()
  }
})
