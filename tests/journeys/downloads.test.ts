import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { DashboardAnswer } from '#api/dashboard.ts'
import { downloadsPageTexts, managerTexts, newLinksTexts, ourDownloadTexts } from '#domain/texts/our-download-words.ts'
import { checkLooks, expectProblem, visit, whenAlive } from '#tests/browser/harness.ts'
import { open, ownersApi, ownersBrowser, startHouse } from '#tests/journeys/people.ts'

const app = await startHouse()
const email = 'listener@example.com'
const recording = Buffer.concat([Buffer.from('ID3\x04\0\0'), randomBytes(12 * 1024 * 1024)])
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

/** As the owner would have put it there. */
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

/** Buys the song, and comes back to the shop's thanks. */
async function buy(page: Page): Promise<void> {
  const { id, price } = song
  const items = [{ productId: id, variantId: null, quantity: 1, maxQuantity: 1, price, isDigital: true }]
  await page.evaluate((kept) => localStorage.setItem('cart', JSON.stringify(kept)), { items })
  await open(page, '/checkout')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await page.getByRole('button', { name: /4242/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
}

const fileOf = (page: Page) => page.getByRole('list', { name: downloadsPageTexts.files }).locator('[data-file]').last()
const linkIn = (words: string) => /\/downloads\/[\w-]{43}/.exec(words)![0]

test('whoever paid gets the music over a bad line, closes the browser in between, and asks for a new link', async () => {
  await putRecording()
  const page = await visit(app, { path: '/terms', viewport: 'phone', reducedMotion: true })
  await page.getByRole('button', { name: 'Essential Only' }).click()
  await buy(page)
  await page.getByRole('link', { name: newLinksTexts.open }).first().waitFor()
  const link = linkIn(await app.mailTo(email, /^Your order \d{6}-/))
  expect(await page.getByRole('link', { name: newLinksTexts.open }).first().getAttribute('href')).toBe(link)

  // A slow line, given up in the middle.
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const slow = { offline: false, latency: 20, downloadThroughput: 1e6, uploadThroughput: 1e6 }
  await open(page, link)
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
  await fileOf(page).getByRole('button', { name: 'Pause Nächte am Ufer' }).click()
  await fileOf(page).getByRole('button', { name: 'Go on Nächte am Ufer' }).waitFor()
  await checkLooks(page, 'downloads-paused')
  // What happened is told when the page goes.
  await page.goto('/terms')
  await expect.poll(() => app.log()).toMatch(/"path":"\/api\/download-events","status":202/)
  await page.close()

  const later = await page.context().newPage()
  let asked = 0
  later.on('request', (request) => {
    if (request.url().includes('/api/download?') && request.method() === 'GET') asked++
  })
  await open(later, link)
  await fileOf(later).getByText(managerTexts.goOn).waitFor()
  const saving = later.waitForEvent('download')
  await fileOf(later).getByRole('button', { name: 'Go on Nächte am Ufer' }).click()
  const saved = await saving
  await fileOf(later)
    .getByText(/Downloaded and checked/)
    .waitFor()
  expect(saved.suggestedFilename()).toBe('Nächte am Ufer.mp3')
  expect(sha256(readFileSync(await saved.path()))).toBe(sha256(recording))
  // What had arrived was not fetched again.
  expect(asked).toBeLessThan(12)
  // What is left is said without loading the page again.
  await fileOf(later).getByText('4 more times.').waitFor()
  await checkLooks(later, 'downloads-complete')
  // It stays in the browser, which may have refused to save it by itself, until somebody takes it.
  await open(later, link)
  const taking = later.waitForEvent('download')
  await fileOf(later)
    .getByRole('button', { name: 'Save Nächte am Ufer' })
    .or(fileOf(later).getByRole('link', { name: 'Save Nächte am Ufer' }))
    .click()
  expect(sha256(readFileSync(await (await taking).path()))).toBe(sha256(recording))
  await open(later, link)
  await fileOf(later).getByText('Downloaded on this device.').waitFor()
  await fileOf(later).getByText('4 more times.').waitFor()

  // A new link comes by mail alone, and ends the old one.
  const number = /\d{6}-[0-9A-Z]{6}/.exec(await app.mailTo(email, /^Your order \d{6}-/))![0]
  await open(later, `/orders/find?number=${number}`)
  await later.getByLabel(/Email address/).fill(email)
  await later.getByRole('button', { name: 'Find it' }).click()
  await later.getByRole('heading', { name: 'Your downloads' }).waitFor()
  expect(await later.getByRole('main').innerHTML()).not.toContain('/downloads/')
  await later.getByRole('button', { name: newLinksTexts.ask }).click()
  await later.getByText(newLinksTexts.sent).waitFor()
  await checkLooks(later, 'orders-find-links')
  const renewed = linkIn(await app.mailTo(email, /^Your downloads of order/))
  expect(renewed).not.toBe(link)
  await open(later, renewed)
  await fileOf(later).getByText('4 more times.').waitFor()
  expectProblem(later, /404: GET .*downloads/)
  await later.goto(link)
  await later.getByRole('heading', { name: downloadsPageTexts.unknownTitle }).waitFor()
  await whenAlive(later)
  await checkLooks(later, 'downloads-unknown')
})

test('a file that is not there is said to be so, its owner is told, and nothing is used up', async () => {
  const page = await visit(app, { path: '/terms', reducedMotion: true, expected: [/503: HEAD .*\/api\/download/] })
  await page.getByRole('button', { name: 'Essential Only' }).click()
  await buy(page)
  const link = await page.getByRole('link', { name: newLinksTexts.open }).first().getAttribute('href')
  const folder = join(app.folder, 'files')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(folder, name)).size === recording.length) rmSync(join(folder, name))
  await open(page, link!)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/download?')) asked++
  })
  await fileOf(page).getByRole('button', { name: 'Download Nächte am Ufer' }).click()
  await fileOf(page).getByText(ourDownloadTexts.fileMissing).waitFor()
  expect(asked).toBe(1)
  await fileOf(page).getByText('5 more times.').waitFor()
  const asOwner = await ownersApi(app)
  const { attention } = await asOwner<DashboardAnswer>('GET', '/api/admin/dashboard')
  expect(attention.missingFiles).toMatchObject([{ name: 'Nächte am Ufer.mp3' }])
})
