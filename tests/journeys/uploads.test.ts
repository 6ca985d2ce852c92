import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ourUploadTexts } from '#domain/texts/our-upload-words.ts'
import { checkAccessibility, inEveryLook, screenshot, visit, whenAlive } from '#tests/browser/harness.ts'
import { ownersBrowser, startHouse } from '#tests/journeys/people.ts'

const app = await startHouse()
const browser = await ownersBrowser(app)
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-album-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = Buffer.concat([Buffer.from('ID3\x04'), randomBytes(60 * 1024 * 1024)])
const album = join(folder, 'The Long Fetch.mp3')
writeFileSync(album, bytes)
const zip = { name: 'Renamed.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('PK\x03\x04 and so on') }

test('an album survives a pause, other screens and a reload, and what is no recording says so', async () => {
  const page = await visit(app, { path: '/admin/shop/uploads', browser, expected: [/422: POST .*upload\/chunked/] })
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 1, downloadThroughput: 50e6, uploadThroughput: 8e6 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  const uploads = page.getByRole('region', { name: 'Files on their way' })

  await page.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
  const name = await page.getByLabel('Product', { exact: true }).locator('option').nth(1).textContent()
  await page.getByLabel('Choose files').setInputFiles(album)
  await uploads
    .getByText(/MB of 62\.9 MB, .* a second, .* left/)
    .first()
    .waitFor()
  await expect
    .poll(() => uploads.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value))
    .toBeGreaterThan(34e6)

  // It goes on while its owner is elsewhere.
  await page.getByRole('link', { name: 'Inventory' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inventory' }).waitFor()
  await page.getByRole('link', { name: 'Uploads' }).click()
  await uploads.getByRole('button', { name: 'Pause The Long Fetch.mp3' }).click()
  await uploads.getByText('Upload paused: Manually paused').waitFor()
  await uploads.getByRole('button', { name: 'Resume The Long Fetch.mp3' }).click()
  await uploads.getByRole('button', { name: 'Pause The Long Fetch.mp3' }).waitFor()

  // Leaving asks first; who leaves all the same goes on with the same file.
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  await whenAlive(page)
  expect(asked).toEqual(['beforeunload'])
  await uploads.getByText(ourUploadTexts.needsFile).waitFor()
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1, downloadThroughput: -1 })
  await page.getByLabel('Choose The Long Fetch.mp3 again').setInputFiles(album)
  await uploads.getByText('62.9 MB, uploaded').waitFor({ timeout: 60_000 })

  await page.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Choose files').setInputFiles(zip)
  await uploads.getByText(ourUploadTexts.notAudio).waitFor()
  await uploads.getByText('1 of 2 uploaded, 1 failed').waitFor()
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'admin-shop-uploads')
  })
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: `What ${name} has already` }).click()
  await page.getByRole('button', { name: 'Delete The Long Fetch.mp3' }).waitFor()
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'admin-shop-product-files')
  })
})
