import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AnalyticsOverviewAnswer } from '#api/admin/analytics.ts'
import type { DashboardAnswer } from '#api/admin/dashboard.ts'
import type { PreviewAnswer } from '#api/admin/previews.ts'
import type { ProductDetails } from '#api/site/shop.ts'
import { playSessionKey } from '#domain/previews/plays.ts'
import { type ConsentChoice, consentKey, createConsentRecord } from '#domain/privacy/consent.ts'
import { trackPreviewTexts } from '#domain/texts/own-admin-words.ts'
import recorded from '#sites/musician/media/media.json' with { type: 'json' }
import { checkLooks, visit } from '#tests/browser/harness.ts'
import { toneWavFile } from '#tests/fixtures/audio.ts'
import { openHydratedPage, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const asOwner = await ownersApi(app)
const plays = async () => (await asOwner<DashboardAnswer>('GET', '/api/admin/dashboard')).plays!.last

const having = (choice: ConsentChoice): BrowserContextOptions => {
  const localStorage = [{ name: consentKey, value: JSON.stringify(createConsentRecord(choice, new Date())) }]
  return { storageState: { cookies: [], origins: [{ origin: app.address(), localStorage }] } }
}
const player = (page: Page) => page.getByRole('region', { name: 'Player' })
const place = (page: Page) => player(page).getByRole('slider')
const at = async (page: Page) => Number(await place(page).inputValue())
const session = (page: Page) => page.evaluate((key) => localStorage.getItem(key), playSessionKey)
const shown = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title)

type BeaconWindow = Window & { beacons?: string[] }

/** The beacons of the page; Playwright does not see their bodies. */
function noteBeacons(): void {
  const beacons: string[] = []
  Object.assign(window, { beacons })
  const send = navigator.sendBeacon.bind(navigator)
  navigator.sendBeacon = (address, body) => {
    void (body as Blob).text().then((text) => beacons.push(text))
    return send(address, body)
  }
}

test('a preview from the home page plays on across pages until another one starts', async () => {
  const before = await plays()
  const page = await visit(app, { browser: having('accept-all') })
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /player-/.test(name)).length)
  expect(await player(page).count()).toBe(0)
  expect(await scripts()).toBe(0)
  await page.getByRole('button', { name: 'Play Breakfast from Five' }).click()
  await player(page).getByText('Preview · Night Ferry', { exact: true }).waitFor()
  await player(page).getByText('Breakfast from Five', { exact: true }).waitFor()
  expect(await scripts()).toBeGreaterThan(0)
  await expect.poll(() => at(page)).toBeGreaterThan(1)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' }).click()
  await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
  const then = await at(page)
  await expect.poll(() => at(page)).toBeGreaterThan(then)
  expect(await shown(page)).toBe('Breakfast from Five')

  await player(page).getByRole('button', { name: 'Next' }).click()
  await player(page).getByText('Hook of Holland', { exact: true }).waitFor()
  expect(await player(page).getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
  await expect.poll(() => shown(page)).toBe('Hook of Holland')
  await expect.poll(() => at(page)).toBeGreaterThan(1)
  await place(page).press('Home')
  await place(page).press('ArrowRight')
  // In one step: the song plays on while a key is held.
  await place(page).fill('20')
  await expect.poll(() => at(page)).toBeGreaterThanOrEqual(20)
  // Two songs that are sold separately, each counted once; a skipped part does not count as heard.
  await expect.poll(plays).toBe(before + 2)
  expect(await session(page)).toMatch(/^\d{4}-\d\d-\d\d [0-9a-f]{32}$/)

  await page.getByRole('main').getByRole('button', { name: 'Play Hook of Holland, live' }).click()
  await player(page).getByRole('button', { name: 'Pause Hook of Holland, live' }).waitFor()
  expect(await player(page).textContent()).not.toContain('Preview')
  await player(page).getByRole('button', { name: 'Close the player' }).click()
  await expect.poll(() => player(page).count()).toBe(0)
  expect(await plays()).toBe(before + 2)
})

test('a visitor with essential cookies only hears previews and is only counted', async () => {
  const before = await plays()
  const page = await visit(app, { path: '/shop/the-long-fetch', viewport: 'phone', browser: having('essential-only') })
  await page.evaluate(noteBeacons)
  await page.getByRole('button', { name: 'Listen: The Long Fetch, download' }).click()
  await expect.poll(() => at(page)).toBeGreaterThan(1)
  await player(page).getByRole('button', { name: 'Next' }).click()
  await player(page).getByText('Slack Water', { exact: true }).waitFor()
  await expect.poll(() => at(page)).toBeGreaterThan(1)
  await expect.poll(plays).toBe(before + 1)
  const beacons = await page.evaluate(() => (window as BeaconWindow).beacons!.map((body) => JSON.parse(body)))
  expect(beacons).toEqual([{ preview: expect.any(String), seconds: 0, isComplete: false }])
  expect(await session(page)).toBeNull()
  await checkLooks(page, 'player')
})

test('analytics count a preview heard to the end, bought and abandoned', async () => {
  const slug = 'hook-of-holland-song'
  const { id, name } = (await (await fetch(`${app.address()}/api/shop/products/${slug}`)).json()) as ProductDetails
  const figures = async () => {
    const { funnel, performers } = await asOwner<AnalyticsOverviewAnswer>('GET', '/api/admin/analytics')
    const its = performers.find(({ productId }) => productId === id)
    const { preview, complete, cart, purchase } = funnel
    return {
      steps: [preview, complete, cart, purchase].map(({ now }) => now),
      conversions: its?.conversions ?? 0,
      seconds: its?.seconds ?? 0,
    }
  }
  const before = await figures()
  const grown = async () => {
    const { steps, conversions } = await figures()
    return [...steps.map((n, at) => n - before.steps[at]!), conversions - before.conversions]
  }
  const page = await visit(app, { path: `/shop/${slug}`, browser: having('accept-all') })
  // Thirty seconds are heard in eight.
  await page.evaluate(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.playbackRate = 4
      return play.call(this)
    }
  })
  await page.getByRole('button', { name: 'Play Hook of Holland' }).click()
  await expect.poll(grown).toEqual([1, 1, 0, 0, 0])
  await page.getByRole('button', { name: `Add to cart : ${name}` }).click()
  await expect.poll(grown).toEqual([1, 1, 1, 0, 0])
  await openHydratedPage(page, '/checkout')
  await page.getByLabel('Email').fill('listener@example.com')
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('button', { name: /4242/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
  await expect.poll(grown).toEqual([1, 1, 1, 1, 1])
  const { seconds } = await figures()
  expect(seconds - before.seconds).toBeGreaterThanOrEqual(26)

  // A listener who leaves is counted up to then: the first second is sent at once, the rest on leaving.
  await openHydratedPage(page, `/shop/${slug}`)
  await page.getByRole('button', { name: 'Play Hook of Holland' }).click()
  await expect.poll(() => at(page)).toBeGreaterThan(5)
  await page.goto('/terms')
  await expect.poll(async () => (await figures()).seconds - seconds).toBeGreaterThanOrEqual(4)
  expect(await grown()).toEqual([1, 1, 1, 1, 1])
})

test('a missing clip shows an error, and there is no player without scripts', async () => {
  const page = await visit(app, { path: '/shop/hook-of-holland-song', expected: [/404: GET .*\/previews\//] })
  await page.route('**/previews/*.mp3', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: 'Play Hook of Holland' }).click()
  await player(page).getByText('This preview cannot be played just now.').waitFor()
  const plain = await visit(app, { path: '/shop/hook-of-holland-song', javaScript: false })
  expect(await plain.getByRole('button', { name: /^(Play|Listen)/ }).count()).toBe(0)
  await plain.getByText('Hook of Holland', { exact: true }).first().waitFor()
})

test('the owner chooses the start of a preview, and an upload can be heard soon after', async () => {
  const clipOf = async () => {
    const answer = await fetch(`${app.address()}/api/shop/products/hook-of-holland-song`)
    const { id, tracks } = (await answer.json()) as ProductDetails
    return { id, clip: tracks[0]!.clip! }
  }
  const { id, clip: before } = await clipOf()
  const page = await visit(app, { path: `/admin/shop/${id}`, browser: await ownersBrowser(app) })
  const heard = page.getByRole('region', { name: 'What visitors hear' })
  const start = heard.getByRole('slider', { name: 'Start of the preview of hook-of-holland.mp3' })
  await heard.getByText(trackPreviewTexts.ready({ from: '0:15', to: '0:45' })).waitFor()
  await start.press('Home')
  await start.press('ArrowRight')
  await heard.getByRole('button', { name: 'Start here' }).click()
  await heard.getByText(trackPreviewTexts.ready({ from: '0:01', to: '0:31' })).waitFor()
  await expect.poll(async () => (await clipOf()).clip).not.toBe(before)
  const { clip } = await clipOf()
  const status = async (path: string) => (await fetch(app.address() + path)).status
  expect([await status(before), await status(clip)]).toEqual([404, 200])

  const buffer = toneWavFile({ seconds: 40, rate: 8_000 })
  const wav = { name: 'Encore.wav', mimeType: 'audio/wav', buffer }
  const mp3 = { name: 'Salt.mp3', mimeType: 'audio/mpeg', buffer: readFileSync('sites/musician/media/salt-radio.mp3') }
  await page.getByLabel('Choose files').setInputFiles([wav, mp3])
  await heard.getByText(trackPreviewTexts.ready({ from: '0:13', to: '0:40' })).waitFor()
  await checkLooks(page, 'preview-start')
  const previewOf = async (file: string) => {
    const { previews } = await asOwner<{ previews: PreviewAnswer[] }>('GET', `/api/admin/previews?productId=${id}`)
    return previews.find(({ name }) => name === file)!
  }
  // The browser knows what the server can only estimate.
  const exact = Buffer.from(recorded['salt-radio.mp3'].peaks, 'base64')
  const away = async () => {
    const drawn = Buffer.from((await previewOf('Salt.mp3')).peaks ?? '', 'base64')
    return drawn.length ? drawn.reduce((sum, peak, column) => sum + Math.abs(peak - exact[column]!), 0) / 1000 : 255
  }
  await expect.poll(away).toBeLessThan(12)
  const encore = await previewOf('Encore.wav')
  const answer = await fetch(app.address() + encore.clip!.address, { headers: { range: 'bytes=0-99' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
  expect(answer.headers.get('cache-control')).toBe('public, no-cache')

  // Nothing that a stranger can guess from what they see leads to the recording.
  for (const path of [
    `/previews/${encore.fileId}-${'0'.repeat(16)}.mp3`,
    `/previews/${encore.fileId}.wav`,
    `/media/files/${encore.fileId}/Encore.wav`,
    `/files/${encore.fileId}`,
    `/uploads/${encore.fileId}`,
    `/products/${id}/${encore.fileId}/Encore.wav`,
    `/api/admin/product-files?productId=${id}`,
    `/api/admin/previews?productId=${id}`,
    `/api/download?token=${encore.fileId}`,
  ])
    expect(await status(path), path).toBeGreaterThanOrEqual(400)
})
