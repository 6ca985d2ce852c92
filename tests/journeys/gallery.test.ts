import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { imageTexts, uiTexts } from '#domain/texts/ui.ts'
import { checkAccessibility, getSharedApp, inEveryLook, screenshot, visit } from '#tests/browser/harness.ts'
import { openHydratedPage } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await getSharedApp()
const path = '/gallery'

const links = (page: Page) => page.locator('main li a')
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures' })
const shown = (page: Page) => viewer(page).locator('figcaption span').last().textContent()
const counts = (page: Page, words: string) => expect.poll(() => shown(page)).toBe(words)

test('a picture opens in full size, and arrow keys go through all pictures', async () => {
  const page = await visit(app, { path })
  expect(await links(page).count()).toBe(16)
  await links(page).nth(2).focus()
  await page.keyboard.press('Enter')
  await counts(page, '3 of 16')
  await page.keyboard.press('ArrowRight')
  await counts(page, '4 of 16')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await counts(page, '16 of 16')
  for (let stops = 0; stops < 5; stops++) {
    await page.keyboard.press('Tab')
    expect(await viewer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'hidden' })
  expect(
    await links(page)
      .nth(2)
      .evaluate((link) => link === document.activeElement),
  ).toBe(true)
})

longTest('Back closes the open picture and stays in the gallery', async () => {
  const page = await visit(app, { path: '/history' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
  await links(page).nth(1).click()
  await counts(page, '2 of 16')
  await page.keyboard.press('ArrowRight')
  await counts(page, '3 of 16')
  await page.goBack()
  await viewer(page).waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(path)
  await links(page).nth(4).click()
  await counts(page, '5 of 16')
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'hidden' })
  // The entry of the open viewer is left after the viewer is hidden.
  await expect.poll(() => page.evaluate(() => window.history.state?.viewer)).toBeUndefined()
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/history')
})

longTest('captions are not the descriptions for screen readers', async () => {
  const page = await visit(app, { path })
  await links(page).first().click()
  const caption = viewer(page).locator('figcaption span').first()
  await expect.poll(() => caption.textContent()).toBe('Bremen, second night.')
  expect(await viewer(page).getByRole('img').getAttribute('alt')).toMatch(/^Marlow Quay sings/)
})

test('every picture loads at least as wide as it is shown, and every row is filled', async () => {
  const page = await visit(app, { path, browser: { viewport: { width: 1280, height: 900 } } })
  for (const link of await links(page).all()) {
    await link.scrollIntoViewIfNeeded()
    await link.locator('[data-shown]').waitFor()
  }
  const tooSmall = () =>
    page.locator('main li img').evaluateAll((images: HTMLImageElement[]) =>
      images.flatMap(({ currentSrc, clientWidth, width }) => {
        const file = Number(/-(\d+)\.\w+$/.exec(currentSrc)?.[1])
        return file < clientWidth ? [`${currentSrc}: ${file} for ${clientWidth} of ${width}`] : []
      }),
    )
  expect(await tooSmall()).toEqual([])
  /** How far each row ends before the edge of the window. */
  const holes = () =>
    page.locator('main li').evaluateAll((items) => {
      const boxes = items.filter((item) => item.querySelector('.picture')).map((item) => item.getBoundingClientRect())
      const rows = Map.groupBy(boxes, ({ top }) => Math.round(top))
      return [...rows.values()].map((row) => Math.round(innerWidth - row.at(-1)!.right)).filter((hole) => hole > 2)
    })
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await holes(), `${width} px`).toEqual([])
  }
})

longTest('swipes and buttons go to the next picture', async () => {
  const page = await visit(app, { path, viewport: 'phone' })
  await links(page).first().click()
  await counts(page, '1 of 16')
  const swipe = async (by: number) => {
    await page.mouse.move(180, 300)
    await page.mouse.down()
    await page.mouse.move(180 + by, 310, { steps: 4 })
    await page.mouse.up()
  }
  await swipe(-120)
  await counts(page, '2 of 16')
  await swipe(120)
  await counts(page, '1 of 16')
  await swipe(-20)
  await viewer(page).getByRole('button', { name: 'Previous picture' }).click()
  await counts(page, '16 of 16')
  const picture = (await viewer(page).locator('.picture').boundingBox())!
  expect(picture.width).toBeLessThanOrEqual(360)
  await viewer(page).getByRole('button', { name: 'Close' }).click()
  await viewer(page).waitFor({ state: 'hidden' })
})

longTest('a picture that fails to load shows an error, and loads on Retry', async () => {
  const page = await visit(app, { path: '/robots.txt', expected: [/failed: GET .*\/images\//] })
  const pictures = '**/images/*/*-*.avif'
  await page.route(pictures, (route) => route.abort())
  await openHydratedPage(page, path)
  const first = links(page).first()
  await first.getByText(imageTexts.failed).waitFor()
  await page.unroute(pictures)
  const retried = page.waitForRequest(/\.avif\?retry=\d+$/)
  await first.getByRole('button', { name: uiTexts.retry }).click()
  await retried
  await first.locator('[data-shown]').waitFor()
  expect(await first.getByText(imageTexts.failed).count()).toBe(0)
  expect(await viewer(page).count()).toBe(0)
})

longTest('pictures appear when the scripts of the page fail to load', async () => {
  const page = await visit(app, { path: '/robots.txt', expected: [/failed: GET .*\/assets\//] })
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const address of [path, '/discography']) {
    await page.goto(address)
    const pictures = page.locator('main .picture img')
    for (const picture of [pictures.first(), pictures.nth(2), pictures.last()]) {
      await picture.evaluate((image) => image.parentElement!.parentElement!.scrollIntoView())
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    }
  }
})

longTest('only pictures within 50 px of the window are loaded', async () => {
  const page = await visit(app, { path: '/robots.txt', viewport: 'phone' })
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await openHydratedPage(page, path)
  await links(page).first().locator('[data-shown]').waitFor()
  await page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
  })
  const far = await page
    .locator('main .picture')
    .evaluateAll((boxes) => boxes.filter((box) => box.getBoundingClientRect().top > innerHeight + 50).length)
  const requested = new Set(requestedUrls.flatMap((url) => /gallery-\d\d/.exec(url)?.[0] ?? []))
  expect(requested.size).toBe(16 - far)
})

longTest('without scripts each picture links to its file', async () => {
  const page = await visit(app, { path, javaScript: false })
  const address = await links(page).first().getAttribute('href')
  const answer = await page.request.get(address!)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/jpeg'])
})

longTest('the open picture is accessible on phone and desktop, in light and dark', async () => {
  const page = await visit(app, { path, reducedMotion: true })
  await links(page).nth(1).click()
  await counts(page, '2 of 16')
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'gallery-viewer')
  })
})
