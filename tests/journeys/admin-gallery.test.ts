import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  checkAccessibility,
  checkLooks,
  journeyViewports,
  screenshot,
  visit,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { tabTo } from '#tests/browser/keyboard.ts'
import { ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const openAdmin = (how: Parameters<typeof visit>[1] = {}) => visit(app, { path: '/admin/gallery', browser, ...how })
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Edit / }) })
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Choose pictures').setInputFiles(files)
const toast = (page: Page, words: string | RegExp) => page.locator('[data-toast]').getByText(words).waitFor()

async function photograph(name: string, background: string) {
  const gps = {
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 56/1 0/1' },
    IFD2: { DateTimeOriginal: '2025:08:02 21:15:00' },
  }
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .withExif(gps)
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

test.each(journeyViewports('desktop'))(
  'uploads many pictures at once, shows the result of each, and visitors see them (%s)',
  async (viewport) => {
    const page = await openAdmin({ viewport, expected: [/422: POST .*pictures/] })
    await cards(page).first().waitFor()
    const before = await cards(page).count()
    const colours = { desktop: ['#802020', '#204080'], phone: ['#208040', '#806020'] }[viewport as 'desktop' | 'phone']
    await choose(page, [
      await photograph(`harbour ${viewport}.jpg`, colours[0]!),
      { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') },
      await photograph(`lamps ${viewport}.jpg`, colours[1]!),
    ])
    await page.getByText('2 of 3 uploaded, 1 failed').waitFor()
    await page.getByRole('button', { name: 'Try notes.jpg again' }).waitFor()
    await checkAccessibility(page)
    await screenshot(page, 'admin-gallery-uploads')
    await page.getByRole('button', { name: 'Dismiss notes.jpg' }).click()
    await page.getByRole('button', { name: 'Clear finished' }).click()
    await expect.poll(() => cards(page).count()).toBe(before + 2)
    expect(await (await fetch(`${app.address()}/gallery`)).text()).toContain(`lamps-${viewport}`)
  },
)

test('describes, captions and hides a picture, and points out pictures without a description', async () => {
  const page = await openAdmin()
  await choose(page, [await photograph('silent.jpg', '#602060')])
  await page.getByText('1 of 1 uploaded').waitFor()
  await page.getByRole('link', { name: 'Show them' }).click()
  await page.getByRole('link', { name: 'Edit silent' }).click()
  expect(await page.getByLabel('Taken on').inputValue()).toBe('2025-08-02')
  await page.getByLabel('Description').fill('A violet wall')
  await page.getByLabel('Caption').fill('Backstage, <b>Lido</b>')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'The picture is saved.')
  const html = await (await fetch(`${app.address()}/gallery`)).text()
  expect(html).toContain('alt="A violet wall"')
  expect(html).not.toContain('<b>Lido')
  await page.getByLabel('Visitors see it').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await fetch(`${app.address()}/gallery`)).text()).not.toContain('A violet wall')
})

test('changes the order of pictures by keyboard and by pointer', async () => {
  const page = await openAdmin()
  const names = () =>
    cards(page).evaluateAll((items) =>
      items
        .toSorted((a, b) => Number(a.style.order) - Number(b.style.order))
        .map((item) => item.querySelector('a')!.getAttribute('aria-label')!),
    )
  await cards(page).first().waitFor()
  const [first, second, third] = await names()
  await tabTo(page, first!.replace('Edit', 'Move'))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.getByText(/^position 3 of/).waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  expect((await names()).slice(0, 3)).toEqual([first, second, third])
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([second, first, third])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    first!.replace('Edit', 'Move'),
  )

  const handle = page.getByRole('button', { name: third!.replace('Edit', 'Move'), exact: true })
  const target = (await cards(page).first().boundingBox())!
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([third, second, first])
  await waitForPendingRequests(page)
  await page.reload()
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([third, second, first])

  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(720, 890, { steps: 4 })
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect((await names()).slice(0, 3)).toEqual([third, second, first])
})

test('restores deleted pictures for ten seconds, by pointer and by keyboard', async () => {
  const page = await openAdmin()
  await cards(page).first().waitFor()
  const before = await cards(page).count()
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.first().check()
  await boxes.nth(1).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  // Under the pointer it stays.
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await expect.poll(() => cards(page).count()).toBe(before - 2)
  await undo.click()
  await toast(page, '2 pictures are back.')
  await expect.poll(() => cards(page).count()).toBe(before)

  await boxes.nth(2).focus()
  await page.keyboard.press('Space')
  await tabTo(page, 'Delete')
  await page.keyboard.press('Enter')
  await expect.poll(() => cards(page).count()).toBe(before - 1)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
  await page.keyboard.press('Enter')
  await toast(page, 'The picture is back.')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-reorder]') !== null)).toBe(true)
})

test('uploads continue on another screen, which shows failures; one or all can be retried', async () => {
  const page = await openAdmin({ expected: [/503: POST .*pictures/] })
  const sidebar = page.getByRole('navigation', { name: 'Admin' })
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  /** How often each is still to fail. */
  const fails: Record<string, number> = { 'slow.jpg': 1, 'slower.jpg': 2 }
  await page.route('**/api/admin/pictures?*', async (route) => {
    await held
    const name = new URL(route.request().url()).searchParams.get('name') ?? ''
    if ((fails[name] ?? 0) > 0) {
      fails[name]!--
      await route.fulfill({ status: 503, json: { error: 'Busy.', reason: 'busy' } })
    } else await route.continue()
  })
  await choose(page, [await photograph('slow.jpg', '#105050'), await photograph('slower.jpg', '#501050')])
  await page.getByText('0 of 2 uploaded').waitFor()
  await sidebar.getByRole('link', { name: 'Tour Dates' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tour Dates' }).waitFor()
  go()
  await page.getByRole('button', { name: 'See why' }).first().click()
  await page.getByText('0 of 2 uploaded, 2 failed').waitFor()
  await page.getByRole('button', { name: 'Retry all' }).click()
  await page.getByText('1 of 2 uploaded, 1 failed').waitFor()
  expect(await page.getByRole('button', { name: 'Retry all' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Try slower.jpg again' }).click()
  await page.getByText('2 of 2 uploaded').waitFor()
})

test('the gallery screen is accessible on phone and desktop, in light and dark', async () => {
  const page = await openAdmin({ reducedMotion: true })
  await cards(page).first().waitFor()
  await checkLooks(page, 'admin-gallery')
})
