import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page, Route, Worker } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { AlbumAnswer } from '#api/admin/albums.ts'
import { albumZipTexts, fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import {
  checkAccessibility,
  checkLooks,
  inEveryLook,
  screenshot,
  visit,
  waitForHydration,
} from '#tests/browser/harness.ts'
import { mp3OfSize } from '#tests/fixtures/file-bytes.ts'
import { taggedWavFile } from '#tests/fixtures/tagged-wav.ts'
import { ownersApi, ownersBrowser, signIn, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-album-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = mp3OfSize(60 * 1024 * 1024)
const album = join(folder, 'The Long Fetch.mp3')
writeFileSync(album, bytes)
const zip = { name: 'Renamed.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('PK\x03\x04 and so on') }

test('an album upload survives a pause, other screens and a reload, and rejects other files', async () => {
  const page = await visit(app, { path: '/admin/shop/uploads', browser, expected: [/422: POST .*upload\/chunked/] })
  // The site's local storage is nearly full, so what is on its way is remembered in IndexedDB.
  await page.evaluate(() => localStorage.setItem('others', 'x'.repeat(2.2 * 1024 * 1024)))
  await page.reload()
  await waitForHydration(page)
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 1, downloadThroughput: 50e6, uploadThroughput: 3e6 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  const uploads = page.getByRole('region', { name: 'Uploads in progress' })

  await page.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
  const name = await page.getByLabel('Product', { exact: true }).locator('option').nth(1).textContent()
  // Of its chunks two go through; so there is still something to pause, however fast this machine is.
  let sent = 0
  const chunks = '**/api/upload/chunked'
  await page.route(chunks, async (route) => (++sent > 2 ? undefined : route.continue()))
  const arrived = page.waitForResponse(chunks)
  await page.getByLabel('Choose files').setInputFiles(album)
  await uploads
    .getByText(/MB of 62\.9 MB, .* a second, .* left/)
    .first()
    .waitFor()
  await arrived

  // It goes on while its owner is elsewhere.
  await page.getByRole('link', { name: 'Inventory' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
  await page.getByRole('link', { name: 'Uploads' }).click()
  await uploads.getByRole('button', { name: 'Pause The Long Fetch.mp3' }).click()
  await uploads.getByText('Upload paused: Manually paused').waitFor()
  await uploads.getByRole('button', { name: 'Resume The Long Fetch.mp3' }).click()
  await uploads.getByRole('button', { name: 'Pause The Long Fetch.mp3' }).waitFor()

  // Leaving asks first; who leaves all the same goes on with the same file.
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await waitForHydration(page)
  expect(dialogs).toEqual(['beforeunload'])
  await uploads.getByText(fileUploadTexts.needsFile).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('upload')))).toBe(false)
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1, downloadThroughput: -1 })
  await page.unroute(chunks)
  await page.getByLabel('Choose The Long Fetch.mp3 again').setInputFiles(album)
  await uploads.getByText('62.9 MB, uploaded').waitFor()

  await page.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Choose files').setInputFiles(zip)
  await uploads.getByText(fileUploadTexts.notAudio).waitFor()
  await uploads.getByText('1 of 2 uploaded, 1 failed').waitFor()
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'admin-shop-uploads')
  })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: `What ${name} has already` }).click()
  await page.getByRole('heading', { level: 1, name: name! }).waitFor()
  await page.getByRole('button', { name: 'Delete The Long Fetch.mp3' }).waitFor()
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'admin-shop-product-files')
  })
})

longTest('files dropped outside the drop zone or before hydration do not open in the browser', async () => {
  const page = await visit(app, { path: '/admin/shop/uploads', browser })
  /** Whether the browser would still open the file itself. */
  const isOpened = (place: Locator) =>
    place.evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['PK'], 'Dropped.zip'))
      const events = ['dragover', 'drop'].map(
        (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
      )
      return events.map((event) => element.dispatchEvent(event)).includes(true)
    })
  const heading = page.getByRole('heading', { level: 1 })
  const place = page.getByRole('region', { name: 'Add files', exact: true })
  await place.waitFor()
  expect(await isOpened(heading)).toBe(false)
  expect(await page.getByText(fileUploadTexts.productFirst).count()).toBe(0)
  expect(await isOpened(place)).toBe(false)
  await page.getByText(fileUploadTexts.productFirst).waitFor()
  await page.getByText('No uploads.').waitFor()

  // With a product they are taken; on its own screen nothing is opened either.
  await page.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
  await page.route('**/api/upload/chunked', () => {})
  expect(await isOpened(place)).toBe(false)
  const list = page.getByRole('region', { name: 'Uploads in progress' })
  await list.getByRole('button', { name: 'Cancel Dropped.zip' }).click()
  await page.getByText('No uploads.').waitFor()
  await page.getByRole('link', { name: /^What .* has already$/ }).click()
  await page.getByRole('region', { name: 'Add files to this product' }).waitFor()
  expect(await isOpened(heading)).toBe(false)
})

longTest('renews an expired token midway, and two tabs leave the uploads of the other alone', async () => {
  const page = await visit(app, { path: '/admin/shop/uploads', browser, expected: [/401: POST .*upload\/chunked/] })
  let tokens = 0
  page.on('request', (request) => void (request.url().endsWith('/api/auth/token') && tokens++))
  const held: Route[] = []
  let isHeld = true
  let over = ''
  await page.route('**/api/upload/chunked', async (route) => {
    const headers = await route.request().allHeaders()
    const isFirst = !over
    over ||= headers.authorization!
    // The first arrives; then its token is over, for the second and for what is sent beside it; the rest waits.
    if (isFirst || !isHeld) return route.continue()
    if (headers.authorization !== over) return void held.push(route)
    return route.continue({ headers: { ...headers, authorization: 'Bearer over' } })
  })
  await page.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Choose files').setInputFiles(album)
  const uploads = page.getByRole('region', { name: 'Uploads in progress' })
  await expect.poll(() => held.length).toBeGreaterThan(1)
  expect(tokens).toBeGreaterThan(1)

  const other = await page.context().newPage()
  await other.goto(page.url())
  await waitForHydration(other)
  await other.getByRole('heading', { level: 1 }).waitFor()
  await other.waitForTimeout(1_500)
  expect(await other.getByText(fileUploadTexts.needsFile).count()).toBe(0)
  await other.close()

  isHeld = false
  for (const route of held) await route.continue().catch(() => {})
  await uploads.getByText('62.9 MB, uploaded').waitFor()
})

longTest('an upload resumes after the owner was signed out and signs in in another tab', async () => {
  const expected = [/401: /]
  const page = await visit(app, { path: '/admin/shop/uploads', browser: await ownersBrowser(app), expected })
  const uploads = page.getByRole('region', { name: 'Uploads in progress' })
  const chunks = '**/api/upload/chunked'
  const held: Route[] = []
  let sent = 0
  await page.route(chunks, (route) => (++sent > 1 ? void held.push(route) : route.continue()))
  const arrived = page.waitForResponse(chunks)
  await page.getByLabel('Product', { exact: true }).selectOption({ index: 3 })
  await page.getByLabel('Choose files').setInputFiles(album)
  await arrived
  await expect.poll(() => held.length).toBeGreaterThan(0)

  const other = await page.context().newPage()
  await other.goto(app.address())
  expect(await other.evaluate(async () => (await fetch('/api/auth/sign-out', { method: 'POST' })).status)).toBe(200)
  for (const route of held) await route.continue()
  await uploads.getByText('Upload paused: Signed out').waitFor()
  // What has arrived stays.
  await uploads
    .getByText(/^[1-9]\d*\.\d MB of 62\.9 MB$/)
    .first()
    .waitFor()
  await signIn(other)
  await other.close()
  await page.unroute(chunks)
  await page.getByRole('button', { name: 'Resume The Long Fetch.mp3' }).click()
  await uploads.getByText('62.9 MB, uploaded').waitFor()
})

longTest('pauses, resumes, cancels, retries and dismisses uploads, also after a reload', async () => {
  const refused = [/422: POST .*upload\/chunked/]
  const page = await visit(app, { path: '/admin/shop/uploads', browser, expected: refused })
  page.on('dialog', (dialog) => void dialog.accept())
  const list = page.getByRole('region', { name: 'Uploads in progress' })
  const line = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  const click = (name: string) => list.getByRole('button', { name, exact: true }).click()
  const choose = async (...names: string[]) => {
    await page.getByLabel('Product', { exact: true }).selectOption({ index: 2 })
    const files = names.map((name) => ({ name, mimeType: 'audio/wav', buffer: taggedWavFile({ INAM: name }) }))
    await page.getByLabel('Choose files').setInputFiles(files)
  }
  let held: Route[] = []
  const chunks = '**/api/upload/chunked'
  await page.route(chunks, (route) => void held.push(route))

  await choose('Ebb.wav', 'Flow.wav', 'Slack.wav')
  await expect.poll(() => held.length).toBe(3)
  await click('Pause all')
  await list.getByText('0 of 3 uploaded, 3 paused').waitFor()
  await click('Cancel Slack.wav')
  await list.getByText('0 of 2 uploaded, 2 paused').waitFor()
  held = []
  await click('Resume all')
  await expect.poll(() => held.length).toBe(2)
  // One is damaged on its way.
  const [ebb, flow] = [held.find(isOf('Ebb.wav'))!, held.find(isOf('Flow.wav'))!]
  await ebb.continue()
  await line('Ebb.wav').getByText('uploaded').waitFor()
  await flow.fulfill({ status: 422, json: { error: fileUploadTexts.fileDamaged } })
  await list.getByText('1 of 2 uploaded, 1 failed').waitFor()
  await page.unroute(chunks)
  await click('Try Flow.wav again')
  await list.getByText('2 of 2 uploaded').waitFor()
  await click('Clear finished')
  await list.waitFor({ state: 'detached' })

  // A failed upload shows its reason until it is dismissed.
  await page.route(chunks, (route) => (isOf('Renamed.mp3')(route) ? route.continue() : void held.push(route)))
  await page.getByLabel('Product', { exact: true }).selectOption({ index: 2 })
  await page.getByLabel('Choose files').setInputFiles(zip)
  await line('Renamed.mp3').getByText(fileUploadTexts.notAudio).waitFor()
  await choose('Spring.wav')
  await page.reload()
  await waitForHydration(page)
  await line('Renamed.mp3').getByText(fileUploadTexts.notAudio).waitFor()
  await line('Spring.wav').getByText(fileUploadTexts.notSent).waitFor()
  await list.getByText('0 of 2 uploaded, 1 failed').waitFor()
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'admin-shop-uploads-not-sent')
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await click('Cancel Renamed.mp3')
  await click('Cancel Spring.wav')
  await list.waitFor({ state: 'detached' })
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('heading', { level: 1, name: 'Uploads' }).waitFor()
  expect(await list.count()).toBe(0)

  const dismissed = { ...zip, name: 'Neap.mp3' }
  await page.unroute(chunks)
  await page.getByLabel('Product', { exact: true }).selectOption({ index: 2 })
  await page.getByLabel('Choose files').setInputFiles(dismissed)
  await line('Neap.mp3').getByText(fileUploadTexts.notAudio).waitFor()
  await click('Dismiss Neap.mp3')
  await list.waitFor({ state: 'detached' })
})

const isOf = (name: string) => (route: Route) => route.request().postDataBuffer()!.includes(name)

const owner = await ownersApi(app)
const { storageState } = browser
const cookies = typeof storageState === 'object' ? storageState.cookies : []
const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** Files as a user drops them: titles are in the tags, numbers in their names, and two have the same name. */
const song = untagged(readFileSync('sites/musician/media/night-ferry.mp3'))
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(20_000)])
const files = {
  '01 - a.wav': taggedWavFile({ INAM: 'Nächte am Ufer' }, 200),
  '02 - b.wav': taggedWavFile({ INAM: 'Öresund: 4 Uhr' }, 5),
  '03 - c.wav': taggedWavFile({ INAM: 'Tide?' }, 3),
  '04 - d.wav': taggedWavFile({ INAM: 'Tide?' }, 4),
  '05 - Night Ferry.mp3': song,
  'Front.jpg': jpeg,
}

/** Without what stands before the sound, whose length is in four times seven bits. */
function untagged(mp3: Buffer): Buffer {
  const length = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + mp3[at]!, 0)
  return mp3.subarray(10 + length)
}

/** Drops files on an element, as a user would. */
async function drop(page: Page, label: string, files: string[]): Promise<void> {
  const place = page.getByRole('region', { name: label })
  await place.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await place.boundingBox())!
  const session = await page.context().newCDPSession(page)
  const at = { x: x + width / 2, y: y + height / 2, data: { items: [], files, dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at })
}

const albumOf = (id: string) => owner<AlbumAnswer>('GET', `/api/admin/albums/${id}`)

/** What `unzip` finds in the archive of a product: it has looked at every checksum, and what is in it is what was sent. */
async function unzipped(productId: string): Promise<string[]> {
  const { archive } = await albumOf(productId)
  const answer = await fetch(`${app.address()}/api/admin/albums/files/${archive!.id}`, { headers: { cookie } })
  const file = join(folder, 'album.zip')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  const unzip = (...args: string[]) => execFileSync('unzip', [...args], { maxBuffer: 1e8, env: { LC_ALL: 'C.UTF-8' } })
  expect(unzip('-t', file).toString()).toContain('No errors detected')
  const names = unzip('-Z1', file).toString().trim().split('\n')
  const sent = Object.values(files)
  for (const name of names) expect(sent.some((bytes) => bytes.equals(unzip('-p', file, name)))).toBe(true)
  return names
}

longTest('a dropped album becomes one zip, which is marked when out of date', async () => {
  const draft = { productType: 'digital', name: 'Nächte: am Ufer', price: 900 }
  const { id } = await owner<{ id: string }>('POST', '/api/admin/products', draft)
  const paths = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  })
  const page = await visit(app, { path: `/admin/shop/${id}`, browser })
  const zip = page.getByRole('region', { name: 'Album zip' })
  const made = (words: string) =>
    zip.getByText(new RegExp(`nächte__am_ufer.zip, .* MB, contains ${words}\\.`)).waitFor()

  await drop(page, 'Add files to this product', paths)
  await page.getByText('6 of 6 uploaded').waitFor()
  await zip.getByRole('button', { name: 'Make the album zip' }).click()
  await made('5 tracks and the cover')
  // A recording of silence becomes small.
  expect((await albumOf(id)).archive!.bytes).toBeLessThan(song.length + jpeg.length + 50_000)
  const tides = ['03_tide_.wav', '04_tide_.wav', '05_night_ferry.mp3', 'cover.jpg']
  expect(await unzipped(id)).toEqual(['01_nächte_am_ufer.wav', '02_öresund__4_uhr.wav', ...tides])

  const { entries } = await albumOf(id)
  await page.evaluate((file) => fetch(`/api/admin/product-files/${file}`, { method: 'DELETE' }), entries[1]!.fileId)
  await page.reload()
  await waitForHydration(page)
  await zip.getByText('The album zip is out of date').waitFor()
  await checkLooks(page, 'admin-shop-album-zip')
  await page.setViewportSize({ width: 1440, height: 900 })

  /** The archives stored in the browser. */
  const left = () =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const names: string[] = []
      for (const folder of ['albums', 'asides'])
        for await (const name of (await root.getDirectoryHandle(folder)).keys()) names.push(`${folder}/${name}`)
      return names
    })

  // Since the reload the page has the files no more, so they are read from the server, and that may be given up.
  let held: Route[] = []
  let isHeld = true
  await page.route('**/api/admin/albums/files/*', (route) => (isHeld ? void held.push(route) : route.continue()))
  const make = zip.getByRole('button', { name: 'Make the album zip again' })
  await make.click()
  await zip.getByRole('progressbar').waitFor()
  // Two recordings are made smaller at a time.
  await expect.poll(() => held.length).toBe(2)
  await zip.getByRole('button', { name: 'Cancel the album zip' }).click()
  await expect.poll(left).toEqual([])
  await make.click()

  // A worker that dies leaves the work to the one that has begun it.
  await expect.poll(() => held.length).toBe(4)
  // Those that were given up are not gone at once.
  await expect.poll(() => page.workers().length).toBe(3)
  const die = (worker: Worker) =>
    worker.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('the worker is gone')
        }),
    )
  await die(page.workers()[1]!)
  await expect.poll(() => held.length).toBe(5)
  await expect.poll(() => page.workers().length).toBe(2)
  // And the first one leaves it to the page.
  await die(page.workers()[0]!)
  await expect.poll(() => held.length).toBe(6)
  await expect.poll(() => page.workers()).toEqual([])
  isHeld = false
  for (const route of held) await route.continue().catch(() => {})
  held = []
  await made('4 tracks and the cover')
  expect(await unzipped(id)).toEqual(['01_nächte_am_ufer.wav', ...tides])

  // Nothing is left behind in the browser, and one whose storage is full says so.
  await expect.poll(left).toEqual([])
  await page.getByRole('button', { name: 'Delete Front.jpg' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
  await make.waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: app.address(), quotaSize: 100_000 })
  await make.click()
  await zip.getByRole('alert').getByText(albumZipTexts.storageFull).waitFor()
  await make.waitFor()
})
