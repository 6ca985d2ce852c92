import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { DashboardAnswer } from '#api/admin/dashboard.ts'
import type { DownloadPurchase } from '#api/site/downloads.ts'
import {
  downloadManagerTexts,
  downloadRefusalTexts,
  downloadsPageTexts,
  newDownloadLinksTexts,
} from '#domain/texts/own-download-words.ts'
import {
  checkFurtherLooks,
  checkLooks,
  expectProblem,
  visit,
  waitForHydration,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { mp3OfSize } from '#tests/fixtures/file-bytes.ts'
import { openHydratedPage, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const email = 'listener@example.com'
const recording = mp3OfSize(12 * 1024 * 1024)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type Product = {
  id: string
  name: string
  price: number
  isDigital: boolean
  productType: string
  isAvailable: boolean
}
const { products } = (await (await fetch(`${app.address()}/api/shop/products?q=`)).json()) as { products: Product[] }
const song = products.find(({ productType, isAvailable }) => productType === 'digital' && isAvailable)!

/** As the owner would have uploaded it. */
async function putRecording(): Promise<void> {
  const { storageState } = await ownersBrowser(app)
  const cookies = typeof storageState === 'object' ? storageState.cookies : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const origin = app.address()
  const { siteId } = (await (await fetch(`${origin}/api/site`)).json()) as { siteId: string }
  const form = new FormData()
  form.append('chunk', new Blob([recording]))
  const fields = {
    sessionId: 'session-of-a-journey',
    chunkIndex: '0',
    totalChunks: '1',
    fileName: 'Nächte am Ufer.mp3',
  }
  const about = { websiteId: siteId, productId: song.id, fileType: 'tracks', trackTitle: 'Nächte am Ufer' }
  for (const [name, value] of Object.entries({ ...fields, ...about })) form.append(name, value)
  const answer = await fetch(`${origin}/api/upload/chunked`, {
    method: 'POST',
    headers: { origin, cookie },
    body: form,
  })
  expect(await answer.json()).toMatchObject({ received: 1, filename: 'Nächte am Ufer.mp3' })
}

await putRecording()

/** Buys the song, and returns to the confirmation page. */
async function buy(page: Page): Promise<void> {
  const { id, price } = song
  const items = [{ productId: id, variantId: null, quantity: 1, maxQuantity: 1, price, isDigital: true }]
  await page.evaluate((kept) => localStorage.setItem('cart', JSON.stringify(kept)), { items })
  await openHydratedPage(page, '/checkout')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('button', { name: /4242/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
}

const fileOf = (page: Page) => page.getByRole('list', { name: downloadsPageTexts.files }).locator('[data-file]').last()
const linkIn = (words: string) => /\/downloads\/[\w-]{43}/.exec(words)![0]

test('a buyer downloads over a bad connection, closes the browser in between, and requests a new link', async () => {
  const page = await visit(app, { path: '/terms', viewport: 'phone', reducedMotion: true })
  await page.getByRole('button', { name: 'Essential Only' }).click()
  await buy(page)
  await page.getByRole('link', { name: newDownloadLinksTexts.open }).first().waitFor()
  const link = linkIn(await app.mailTo(email, /^Your order \d{6}-/))
  expect(await page.getByRole('link', { name: newDownloadLinksTexts.open }).first().getAttribute('href')).toBe(link)

  // A slow line, given up in the middle.
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const slow = { offline: false, latency: 20, downloadThroughput: 1e6, uploadThroughput: 1e6 }
  await openHydratedPage(page, link)
  await page.getByRole('heading', { level: 1, name: song.name }).waitFor()
  await fileOf(page).getByText('MP3, 12.6 MB').waitFor()
  await checkLooks(page, 'downloads')
  await line.send('Network.emulateNetworkConditions', slow)
  await fileOf(page).getByRole('button', { name: 'Download Nächte am Ufer' }).click()
  await fileOf(page)
    .getByText(/MB of 12\.6 MB, .* a second, .* left/)
    .waitFor()
  await expect
    .poll(() =>
      fileOf(page)
        .getByRole('progressbar')
        .evaluate((bar: HTMLProgressElement) => bar.value),
    )
    .toBeGreaterThan(4.5e6)
  // So that it is not all there before it is paused.
  await line.send('Network.emulateNetworkConditions', { ...slow, downloadThroughput: 1e5 })
  await fileOf(page).getByRole('button', { name: 'Pause Nächte am Ufer' }).click()
  await fileOf(page).getByRole('button', { name: 'Go on Nächte am Ufer' }).waitFor()
  await line.send('Network.emulateNetworkConditions', slow)
  await checkFurtherLooks(page, 'downloads-paused')
  // Events are sent when the page is left.
  await page.goto('/terms')
  await expect.poll(() => app.log()).toMatch(/"path":"\/api\/download-events","status":202/)
  await page.close()

  const later = await page.context().newPage()
  let requests = 0
  later.on('request', (request) => {
    if (request.url().includes('/api/download?') && request.method() === 'GET') requests++
  })
  await openHydratedPage(later, link)
  await fileOf(later).getByText(downloadManagerTexts.goOn).waitFor()
  const saving = later.waitForEvent('download')
  await fileOf(later).getByRole('button', { name: 'Go on Nächte am Ufer' }).click()
  const saved = await saving
  await fileOf(later)
    .getByText(/Downloaded and checked/)
    .waitFor()
  expect(saved.suggestedFilename()).toBe('Nächte am Ufer.mp3')
  expect(sha256(readFileSync(await saved.path()))).toBe(sha256(recording))
  // Received parts were not fetched again.
  expect(requests).toBeLessThan(12)
  // The number left updates without a reload.
  await fileOf(later).getByText('4 more times.').waitFor()
  await checkFurtherLooks(later, 'downloads-complete')
  // The file stays in the browser, which may have refused to save it, until the buyer saves it.
  await openHydratedPage(later, link)
  const taking = later.waitForEvent('download')
  await fileOf(later)
    .getByRole('button', { name: 'Save Nächte am Ufer' })
    .or(fileOf(later).getByRole('link', { name: 'Save Nächte am Ufer' }))
    .click()
  expect(sha256(readFileSync(await (await taking).path()))).toBe(sha256(recording))
  await openHydratedPage(later, link)
  await fileOf(later).getByText('Downloaded on this device.').waitFor()
  await fileOf(later).getByText('4 more times.').waitFor()

  // A new link comes by mail alone, and ends the old one.
  const number = /\d{6}-[0-9A-Z]{6}/.exec(await app.mailTo(email, /^Your order \d{6}-/))![0]
  await openHydratedPage(later, `/orders/find?number=${number}`)
  await later.getByLabel(/Email address/).fill(email)
  await later.getByRole('button', { name: 'Find it' }).click()
  await later.getByRole('heading', { name: 'Your downloads' }).waitFor()
  expect(await later.getByRole('main').innerHTML()).not.toContain('/downloads/')
  await later.getByRole('button', { name: newDownloadLinksTexts.ask }).click()
  await later.getByText(newDownloadLinksTexts.sent).waitFor()
  await checkFurtherLooks(later, 'orders-find-links')
  const renewed = linkIn(await app.mailTo(email, /^Your downloads of order/))
  expect(renewed).not.toBe(link)
  await openHydratedPage(later, renewed)
  await fileOf(later).getByText('4 more times.').waitFor()
  expectProblem(later, /404: GET .*downloads/)
  await later.goto(link)
  await later.getByRole('heading', { name: downloadsPageTexts.unknownTitle }).waitFor()
  await waitForHydration(later)
  await checkFurtherLooks(later, 'downloads-unknown')

  // The address gives access to the music: it is not stored, not sent elsewhere and not logged.
  const answer = await fetch(app.address() + renewed)
  const words = await answer.text()
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect(words).toMatch(/<meta name="robots" content="noindex"/)
  for (const each of [link, renewed]) expect(app.log()).not.toContain(each.split('/').at(-1))
})

/** A link to the song, bought by another person in another browser. */
async function boughtLink(): Promise<string> {
  const page = await visit(app, { path: '/terms', reducedMotion: true })
  await page.getByRole('button', { name: 'Essential Only' }).click()
  await buy(page)
  const link = await page.getByRole('link', { name: newDownloadLinksTexts.open }).first().getAttribute('href')
  await page.close()
  return link!
}

/** Away within the visit, by a link that loads no page. */
const toTour = async (page: Page) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tour' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tour' }).waitFor()
  await waitForPendingRequests(page)
}

const deny = () => {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Denied.', 'SecurityError')
    },
  })
}
const storeless: [string, () => void][] = [
  [
    'throws as soon as it is named',
    () =>
      Object.defineProperty(window, 'indexedDB', {
        get() {
          throw new DOMException('Denied.', 'SecurityError')
        },
      }),
  ],
  ['is not there at all', () => Object.defineProperty(window, 'indexedDB', { value: undefined })],
  [
    'throws when it is opened',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Denied.', 'SecurityError')
      }
    },
  ],
  [
    'says later that it cannot be opened',
    () => {
      const { open } = IDBFactory.prototype
      // A newer page has been here.
      IDBFactory.prototype.open = function (name) {
        open.call(this, name, 2)
        return open.call(this, name, 1)
      }
    },
  ],
]

longTest('downloads fall back to plain links when browser storage fails in any way', async () => {
  const link = await boughtLink()
  for (const [how, spoil] of storeless) {
    const page = await visit(app, { path: '/terms', reducedMotion: true })
    await page.addInitScript(deny)
    await page.addInitScript(spoil)
    await openHydratedPage(page, link)
    await page.getByRole('heading', { level: 1, name: song.name }).waitFor()
    const saving = page.waitForEvent('download')
    await fileOf(page).getByRole('link', { name: downloadsPageTexts.download }).click()
    expect(sha256(readFileSync(await (await saving).path())), how).toBe(sha256(recording))
    expect(await fileOf(page).getByRole('button').count(), how).toBe(0)
  }
})

longTest('the download page shows the current number of downloads after client-side navigation', async () => {
  const link = await boughtLink()
  const page = await visit(app, { path: link, reducedMotion: true })
  await fileOf(page).getByText('5 more times.').waitFor()
  await toTour(page)
  const token = link.split('/').at(-1)!
  const last = async () =>
    ((await (await fetch(`${app.address()}/api/downloads/${token}`)).json()) as DownloadPurchase).files.at(-1)!
  const { id } = await last()
  await (await fetch(`${app.address()}/api/download?token=${token}&file=${id}`)).arrayBuffer()
  await expect.poll(async () => (await last()).left).toBe(4)
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = () => {
      const words = [...document.querySelectorAll('[data-file]')].at(-1)?.textContent ?? ''
      for (const [left] of words.matchAll(/\d more times\./g)) seen.add(left)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seen })
  })
  await page.goBack()
  await fileOf(page).getByText('4 more times.').waitFor()
  expect(await page.evaluate(() => [...(window as { seen?: Set<string> }).seen!])).toEqual(['4 more times.'])
})

longTest('a partial download continues with a new link, and a complete one can be saved after expiry', async () => {
  const link = await boughtLink()
  const page = await visit(app, { path: link, reducedMotion: true })
  await page.getByRole('button', { name: 'Essential Only' }).click()
  const kept = page.getByRole('list', { name: downloadsPageTexts.kept })
  /** The link ends while they are elsewhere on the site. */
  const comeBackLate = async () => {
    await toTour(page)
    await page.route('**/api/downloads/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), state: 'expired' } })
    })
    await page.goBack()
    await page.getByText(downloadRefusalTexts.expired).waitFor()
  }
  const comeBackInTime = async () => {
    await toTour(page)
    await page.unroute('**/api/downloads/*')
    await page.goBack()
  }

  await comeBackLate()
  await page.getByRole('link', { name: downloadsPageTexts.newLink }).waitFor()
  expect(await kept.count()).toBe(0)
  await comeBackInTime()

  /** At this speed the download takes a minute: time for everything the test does during it. */
  const slow = 2e5
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const speed = (downloadThroughput: number, { offline = false } = {}) =>
    line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput,
      uploadThroughput: downloadThroughput,
    })
  await speed(slow)
  await fileOf(page).getByRole('button', { name: 'Download Nächte am Ufer' }).click()
  const bar = fileOf(page).getByRole('progressbar')
  const came = () => bar.evaluate(({ value }: HTMLProgressElement) => value)
  await expect.poll(came).toBeGreaterThan(5e5)
  // A page that is left stores the time so far.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')))
  await expect.poll(() => page.evaluate(savedSession)).toMatchObject({ state: 'in progress', isNew: false })
  // Without a network it waits, and goes on by itself when there is one.
  expectProblem(page, /failed: GET .*\/api\/download\?.*DISCONNECTED/)
  await speed(slow, { offline: true })
  await fileOf(page).getByText(downloadManagerTexts.offline).waitFor()
  const cameBefore = await came()
  expect(cameBefore).toBeLessThan(9e6)
  await speed(slow)
  await expect.poll(came).toBeGreaterThan(cameBefore + 1e6)
  await fileOf(page).getByRole('button', { name: 'Pause Nächte am Ufer' }).click()
  await expectSiteColours(page, bar)
  await speed(-1)

  await comeBackLate()
  await kept.getByText(downloadsPageTexts.keptPart).waitFor()
  await kept.getByText(/^\d\.\d MB of 12\.6 MB$/).waitFor()
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /Plain link|Save/ })
      .count(),
  ).toBe(0)
  await checkLooks(page, 'downloads-expired')

  await comeBackInTime()
  await fileOf(page).getByRole('button', { name: 'Go on Nächte am Ufer' }).click()
  await fileOf(page)
    .getByText(/Downloaded and checked/)
    .waitFor()
  await comeBackLate()
  const saving = page.waitForEvent('download')
  await kept.getByRole('link', { name: 'Save Nächte am Ufer' }).click()
  expect(sha256(readFileSync(await (await saving).path()))).toBe(sha256(recording))
  await checkLooks(page, 'downloads-expired-whole')
})

/** The stored record of the one download in this browser. */
const savedSession = () =>
  new Promise<{ state: string; isNew: boolean }>((resolve, reject) => {
    const opening = indexedDB.open('downloads', 1)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const requests = opening.result.transaction('sessions').objectStore('sessions').getAll()
      requests.onerror = () => reject(requests.error)
      requests.onsuccess = () => {
        opening.result.close()
        const [{ state, receivingMs }] = requests.result
        resolve({ state, isNew: receivingMs === 0 })
      }
    }
  })

/** The received part has the colour of text, the rest a muted one, in both themes. */
async function expectSiteColours(page: Page, bar: Locator): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const wanted = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'))
      const colourOf = (value: string) => {
        probe.style.backgroundColor = value
        const pen = new OffscreenCanvas(1, 1).getContext('2d')!
        pen.fillStyle = getComputedStyle(probe).backgroundColor
        pen.fillRect(0, 0, 1, 1)
        return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)]
      }
      const colours = [colourOf('var(--color-ink)'), colourOf('light-dark(var(--secondary-200), var(--secondary-700))')]
      probe.remove()
      return colours
    })
    const shot = sharp(await bar.screenshot({ animations: 'disabled' })).removeAlpha()
    const { data, info } = await shot.raw().toBuffer({ resolveWithObject: true })
    const middle = Math.floor(info.height / 2) * info.width
    const at = (x: number) => [...data.subarray((middle + x) * 3, (middle + x) * 3 + 3)]
    const found = [at(2), at(info.width - 3)]
    for (const [n, colour] of found.entries())
      for (const [part, value] of colour.entries())
        expect(Math.abs(value - wanted[n]![part]!), `${colorScheme}: ${found} for ${wanted}`).toBeLessThanOrEqual(3)
  }
}

longTest('the download page hydrates without a mismatch after a reload', async () => {
  const link = await boughtLink()
  const page = await visit(app, { path: '/', reducedMotion: true })
  await toTour(page)
  const goBack = page.getByRole('button', { name: 'Go back' })
  await page.reload()
  await waitForHydration(page)
  await goBack.waitFor()
  await openHydratedPage(page, link)
  await toTour(page)
  await goBack.click()
  await fileOf(page).getByText('5 more times.').waitFor()
  await page.reload()
  await waitForHydration(page)
  await fileOf(page).getByText('5 more times.').waitFor()
})

longTest('reports a missing file to buyer and owner, and uses up no download', async () => {
  const page = await visit(app, { path: '/terms', reducedMotion: true, expected: [/503: HEAD .*\/api\/download/] })
  await page.getByRole('button', { name: 'Essential Only' }).click()
  await buy(page)
  const link = await page.getByRole('link', { name: newDownloadLinksTexts.open }).first().getAttribute('href')
  const folder = join(app.folder, 'files')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(folder, name)).size === recording.length) rmSync(join(folder, name))
  await openHydratedPage(page, link!)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/download?')) requests++
  })
  await fileOf(page).getByRole('button', { name: 'Download Nächte am Ufer' }).click()
  await fileOf(page).getByText(downloadRefusalTexts.fileMissing).waitFor()
  expect(requests).toBe(1)
  await fileOf(page).getByText('5 more times.').waitFor()
  const asOwner = await ownersApi(app)
  const { attention } = await asOwner<DashboardAnswer>('GET', '/api/admin/dashboard')
  expect(attention.missingFiles).toMatchObject([{ name: 'Nächte am Ufer.mp3' }])
})

longTest('a download resumes after a server restart and counts as one', async () => {
  const token = (await boughtLink()).split('/').at(-1)!
  const filesOf = async ({ address }: Pick<typeof app, 'address'>) =>
    ((await (await fetch(`${address()}/api/downloads/${token}`)).json()) as DownloadPurchase).files
  // The recording is gone by now.
  const wanted = ({ name }: { name: string }) => name !== 'Nächte am Ufer.mp3'
  const { id, bytes, etag, pieces, pieceBytes, left } = (await filesOf(app)).find(wanted)!
  const get = async ({ address }: Pick<typeof app, 'address'>, range: string) => {
    const answer = await fetch(`${address()}/api/download?token=${token}&file=${id}`, {
      headers: { range, 'if-range': etag },
    })
    return { status: answer.status, etag: answer.headers.get('etag'), came: Buffer.from(await answer.arrayBuffer()) }
  }
  const half = Math.floor(bytes / 2)
  const first = await get(app, `bytes=0-${half - 1}`)
  await app.stop()
  const again = await startOwnersApp({ DATA_DIR: app.folder })
  const rest = await get(again, `bytes=${half}-`)
  expect([first, rest]).toMatchObject([
    { status: 206, etag },
    { status: 206, etag },
  ])
  const whole = Buffer.concat([first.came, rest.came])
  expect(whole.length).toBe(bytes)
  expect(pieces.map((_, at) => sha256(whole.subarray(at * pieceBytes, (at + 1) * pieceBytes)))).toEqual(pieces)
  await expect.poll(async () => (await filesOf(again)).find(wanted)!.left).toBe(left - 1)
})
