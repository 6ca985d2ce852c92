import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AdminMediaItem } from '#api/admin/media.ts'
import type { PublicMedia } from '#api/site/media.ts'
import { type ConsentChoice, consentKey, createConsentRecord } from '#domain/privacy/consent.ts'
import {
  checkAccessibility,
  checkLooks,
  expectProblem,
  horizontalOverflowPx,
  inEveryLook,
  screenshot,
  visit,
} from '#tests/browser/harness.ts'
import { waitForVisualStability } from '#tests/browser/visual-stability.ts'
import { ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { silentWav } from '#tests/journeys/silent-wav.ts'

const app = await startOwnersApp()

/** The demo plays files of its own; here each of its items is at a platform. */
const platforms: Record<string, { source: string; duration: number }> = {
  'Night Ferry': { source: 'https://vimeo.com/999999990117', duration: 276 },
  'The Boathouse Session': { source: 'https://www.youtube.com/watch?v=MarlowQuay1', duration: 754 },
  'Salt Radio': { source: 'https://open.spotify.com/track/MarlowQuaySaltRadio022', duration: 234 },
  'Hook of Holland, live': {
    source: 'https://soundcloud.com/marlow-quay-example/hook-of-holland-live',
    duration: 431,
  },
  'Last Train, No Connection': {
    source: 'https://soundcloud.com/marlow-quay-example/last-train-no-connection',
    duration: 290,
  },
  'Cabin 4117, first tape': { source: 'https://open.spotify.com/track/MarlowQuayCabin4117t01', duration: 202 },
}
const asOwner = await ownersApi(app)
const { items } = await asOwner<{ items: AdminMediaItem[] }>('GET', '/api/admin/media')
const film = items.find(({ kind }) => kind === 'video')!.source
for (const { id, poster: _, updatedAt: __, ...item } of items)
  await asOwner('PUT', `/api/admin/media/${id}`, { ...item, ...platforms[item.title] })

const having = (choice: ConsentChoice, host?: string): BrowserContextOptions => {
  const value = JSON.stringify(createConsentRecord(choice, new Date()))
  const localStorage = [{ name: consentKey, value }]
  return { storageState: { cookies: [], origins: [{ origin: app.address(host), localStorage }] } }
}
const play = (page: Page, title: string) => page.getByRole('button', { name: `Play ${title}`, exact: true })
const question = (page: Page, platform: string) =>
  page.getByRole('group', { name: `Playing this loads a frame from ${platform}` })
const answer = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const frames = (page: Page) => page.locator('iframe')
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const functional = (page: Page) => page.evaluate(() => localStorage['cookie-consent'].includes('functional'))

/** The platform answers with a page of ours, and only from here on the test expects to hear of it. */
async function expectFrame(page: Page, origin: string): Promise<void> {
  expectProblem(page, new RegExp(`request to another origin: GET ${origin.replaceAll('.', '\\.')}/`))
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang=en><title>Player</title><h1>Playing' }),
  )
}

/** What the list answers to a visitor who comes to it from another page. */
async function listed(page: Page, items: Partial<PublicMedia>[]): Promise<void> {
  const empty = { description: null, duration: null, poster: null }
  const json = items.map((item) => ({ id: crypto.randomUUID(), ...empty, ...item }))
  await page.route('**/api/media/items', (route) => route.fulfill({ json }))
  await page.getByRole('contentinfo').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' }).click()
  await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
}

test('the served HTML contains every media item with its length and link', async () => {
  const page = await visit(app, { path: '/media', javaScript: false })
  const links = page.locator('main article a')
  expect(await links.count()).toBe(6)
  for (const link of await links.all()) expect(await link.isVisible()).toBe(true)
  const vimeo = page.getByRole('link', { name: 'Watch on Vimeo: Night Ferry' })
  expect(await vimeo.getAttribute('href')).toBe('https://vimeo.com/999999990117')
  expect(await page.locator('main').textContent()).toContain('4:36')
  expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0)
  expect(await page.locator('main article picture img').count()).toBe(6)
})

test('loads no player before the click, which asks for consent', async () => {
  const page = await visit(app, { path: '/media', browser: having('essential-only') })
  await waitForVisualStability(page)
  expect(await frames(page).count()).toBe(0)
  await play(page, 'Night Ferry').press('Enter')
  await question(page, 'Vimeo').waitFor()
  expect(await focused(page)).toBe('Allow once')
  await page.keyboard.press('Escape')
  await question(page, 'Vimeo').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Play Night Ferry')
  await play(page, 'Night Ferry').click()
  await answer(page, 'Not now').click()
  expect(await focused(page)).toBe('Play Night Ferry')
  expect(await frames(page).count()).toBe(0)
  expect(await functional(page)).toBe(false)
})

test('asks again after consent was given once', async () => {
  const page = await visit(app, { path: '/media', browser: having('essential-only') })
  await expectFrame(page, 'https://player.vimeo.com')
  await play(page, 'Night Ferry').click()
  await answer(page, 'Allow once').click()
  const frame = page.getByTitle('Night Ferry (Vimeo)')
  expect(await frame.getAttribute('src')).toBe('https://player.vimeo.com/video/999999990117?autoplay=1&dnt=1')
  await page.frameLocator('iframe').getByText('Playing').waitFor()
  expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await functional(page)).toBe(false)
  await play(page, 'The Boathouse Session').click()
  await question(page, 'YouTube').waitFor()
  // One thing at a time.
  expect(await frames(page).count()).toBe(0)
})

test('the cookie notice does not cover the question before a video', async () => {
  const page = await visit(app, { path: '/media', browser: { viewport: { width: 1280, height: 720 } } })
  await page.getByRole('region', { name: 'Cookies' }).waitFor()
  await play(page, 'The Boathouse Session').click()
  await question(page, 'YouTube').waitFor()
  for (const name of ['Allow once', 'Allow always', 'Not now'] as const) {
    const isOnTop = await answer(page, name).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isOnTop, name).toBe(true)
  }
})

test('permanent consent applies to that service only and does not answer the cookie notice', async () => {
  const page = await visit(app, { path: '/media', viewport: 'phone' })
  await expectFrame(page, 'https://w.soundcloud.com')
  const cookies = page.getByRole('region', { name: 'Cookies' })
  await play(page, 'Hook of Holland, live').tap()
  await answer(page, 'Allow always').tap()
  await page.getByTitle('Hook of Holland, live (SoundCloud)').waitFor()
  await cookies.waitFor()
  const kept = () => page.evaluate(() => ({ ...localStorage }))
  const { 'cookie-preferences': preferences, ...others } = await kept()
  expect(JSON.parse(preferences!)).toEqual({
    version: '2024.1',
    essential: true,
    functional: false,
    services: ['SoundCloud'],
  })
  expect(others['cookie-consent']).toBeUndefined()
  await play(page, 'The Boathouse Session').tap()
  await question(page, 'YouTube').waitFor()
  await answer(page, 'Not now').tap()
  await page.reload()
  await play(page, 'Hook of Holland, live').tap()
  await page.getByTitle('Hook of Holland, live (SoundCloud)').waitFor()

  // Withdrawn on the privacy page, so consent is asked for again.
  const other = await page.context().newPage()
  await other.goto('/privacy')
  await other.getByRole('button', { name: 'Ask me again about SoundCloud' }).click()
  await expect.poll(() => other.getByText('The player of SoundCloud').count()).toBe(0)
  await expect.poll(() => frames(page).count()).toBe(0)
  await play(page, 'Hook of Holland, live').tap()
  await question(page, 'SoundCloud').waitFor()
  await answer(page, 'Allow always').tap()
  await page.getByTitle('Hook of Holland, live (SoundCloud)').waitFor()
  await cookies.getByRole('button', { name: 'Essential Only' }).tap()
  await expect.poll(() => frames(page).count()).toBe(0)
  expect(JSON.parse((await kept())['cookie-preferences']!).services).toEqual([])
})

test('with consent a click plays at once, until consent is withdrawn in another tab', async () => {
  const page = await visit(app, { path: '/media', browser: having('accept-all') })
  await expectFrame(page, 'https://open.spotify.com')
  await waitForVisualStability(page)
  expect(await frames(page).count()).toBe(0)
  await play(page, 'Salt Radio').click()
  await page.getByTitle('Salt Radio (Spotify)').waitFor()
  expect(await question(page, 'Spotify').count()).toBe(0)
  const other = await page.context().newPage()
  await other.goto('/robots.txt')
  const declined = JSON.stringify(createConsentRecord('essential-only', new Date()))
  await other.evaluate(([key, value]) => localStorage.setItem(key!, value!), [consentKey, declined])
  await expect.poll(() => frames(page).count()).toBe(0)
  await play(page, 'Salt Radio').click()
  await question(page, 'Spotify').waitFor()
})

test('an own recording plays in the player of the site, on every page, one thing at a time', async () => {
  const page = await visit(app, { path: '/history', reducedMotion: true, browser: having('essential-only') })
  await expectFrame(page, 'https://w.soundcloud.com')
  const requestedUrls: string[] = []
  await page.route('**/media/files/*.wav', (route) => {
    requestedUrls.push(route.request().url())
    return route.fulfill({ contentType: 'audio/wav', body: silentWav(60) })
  })
  const row = (title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  await listed(page, [
    { kind: 'audio', title: 'One', source: '/media/files/one.wav', duration: 1 },
    { kind: 'audio', title: 'Two', source: '/media/files/two.wav', duration: 1 },
    { kind: 'audio', title: 'Three', source: 'https://soundcloud.com/a/b' },
  ])
  expect(requestedUrls).toEqual([])
  const player = page.getByRole('region', { name: 'Player' })
  await row('One').getByRole('button', { name: 'Play One' }).click()
  await player.getByRole('button', { name: 'Pause One' }).waitFor()
  await row('One').getByRole('button', { name: 'Pause One' }).waitFor()
  expect(await player.textContent()).not.toContain('Preview')
  await row('Two').getByRole('button', { name: 'Play Two' }).click()
  await player.getByRole('button', { name: 'Pause Two' }).waitFor()
  await row('One').getByRole('button', { name: 'Play One' }).waitFor()
  expect(await page.locator('audio').count()).toBe(0)

  // A player of a platform stops it, and is stopped by it.
  await play(page, 'Three').click()
  await answer(page, 'Allow once').click()
  await page.getByTitle('Three (SoundCloud)').waitFor()
  await player.getByRole('button', { name: 'Play Two' }).click()
  await expect.poll(() => frames(page).count()).toBe(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tour' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tour' }).waitFor()
  await player.getByRole('button', { name: 'Pause Two' }).waitFor()
  await page.goBack()
  await row('Two').waitFor()
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'media-own')
  }, ['phone'])
})

test('an own film has a poster, and the click plays it in its place', async () => {
  const page = await visit(app, { path: '/history', browser: having('essential-only') })
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  const films = items.map(({ title, poster }) => ({ kind: 'video' as const, title, poster, source: film }))
  const lastPoster = films.at(-1)!.poster!.base
  expectProblem(page, /failed: GET .*media-06/)
  await page.route(`**${lastPoster}-*`, (route) => route.abort())
  await listed(page, films)
  await page.getByRole('article').first().locator('[data-shown]').waitFor()
  expect(requestedUrls.filter((address) => address.includes(lastPoster) || address.includes(film))).toEqual([])
  expect(await page.locator('video').count()).toBe(0)

  const last = page.getByRole('article').last()
  await last.scrollIntoViewIfNeeded()
  await last.getByText('Failed to load image').waitFor()
  await page.unroute(`**${lastPoster}-*`)
  await last.getByRole('button', { name: 'Retry' }).click()
  await last.locator('[data-shown]').waitFor()
  expect(requestedUrls.filter((address) => address.includes(lastPoster) && address.includes('.jpeg'))).toEqual([])

  const player = (title: string) => page.locator(`video[aria-label="${title}"]`)
  const isPaused = (title: string) => player(title).evaluate((video: HTMLVideoElement) => video.paused)
  const seconds = (title: string) => player(title).evaluate((video: HTMLVideoElement) => video.currentTime)
  await play(page, 'Night Ferry').press('Enter')
  await expect.poll(() => seconds('Night Ferry')).toBeGreaterThan(0)
  expect(await focused(page)).toBe('Night Ferry')
  await play(page, 'The Boathouse Session').click()
  await expect.poll(() => seconds('The Boathouse Session')).toBeGreaterThan(0)
  expect(await focused(page)).toBe('The Boathouse Session')
  expect(await isPaused('Night Ferry')).toBe(true)
  expect(await page.locator('video').count()).toBe(2)
})

test('shows hostile input as text, and an unknown player as a link', async () => {
  const page = await visit(app, { path: '/history', reducedMotion: true, browser: having('accept-all') })
  const title = '<script>alert(1)</script>\u202E'
  await listed(page, [
    { kind: 'video', title, source: 'https://films.example/x' },
    { kind: 'audio', title: 'A'.repeat(10_000), source: 'https://soundcloud.com/a/b' },
  ])
  await page.getByRole('heading', { level: 3, name: title }).waitFor()
  expect(await page.getByRole('link', { name: /^Watch on films\.example/ }).getAttribute('href')).toBe(
    'https://films.example/x',
  )
  expect(await page.locator('main img').count()).toBe(0)
  await inEveryLook(page, async () => {
    expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
  })
})

test('an empty media list shows the text of the site', async () => {
  const page = await visit(app, { path: '/history', browser: having('accept-all') })
  await listed(page, [])
  await page.getByText('Nothing to watch yet').waitFor()
  await page.getByRole('link', { name: 'Hear the records' }).waitFor()
})

test.each([
  ['has nothing to show', 'software.localhost', 'Guides'],
  ['has no media at all', 'service.localhost', 'Listen'],
])('the media page exists on a site that %s', async (_, host, title) => {
  const page = await visit(app, { host, path: '/media' })
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(await page.locator('main article').count()).toBe(0)
  expect(await page.locator('main a').count()).toBe(1)
})

test('the media page is accessible on phone and desktop, in light and dark', async () => {
  const page = await visit(app, { path: '/media', reducedMotion: true, browser: having('essential-only') })
  const look = (name: string) => checkLooks(page, name)
  await look('media')
  await play(page, 'Night Ferry').click()
  await look('media-asks-video')
  await play(page, 'Salt Radio').click()
  await look('media-asks-audio')
})

test('a poster that fails to load can be retried, also on a play button', async () => {
  const page = await visit(app)
  expectProblem(page, /failed: GET .*media-01/)
  await page.route('**/images/*/media-01-*', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Media' }).click()
  const first = page.getByRole('article').first()
  const retry = first.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  await page.unroute('**/images/*/media-01-*')
  await retry.click()
  await first.locator('[data-shown]').waitFor()
})

test('an own film plays without scripts', async () => {
  const { id, poster: _, updatedAt: __, ...item } = items.find(({ kind }) => kind === 'video')!
  const { sequence } = await asOwner<AdminMediaItem>('GET', `/api/admin/media/${id}`)
  await asOwner('PUT', `/api/admin/media/${id}`, { ...item, sequence })
  const page = await visit(app, { path: '/media', javaScript: false })
  const player = page.locator(`video[controls][aria-label="${item.title}"]`)
  expect([await player.isVisible(), await player.getAttribute('src')]).toEqual([true, film])
  expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0)
})
