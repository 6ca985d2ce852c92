import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { productRefusalTexts } from '#domain/texts/own-words.ts'
import { checkLooks, expectProblem, visit, waitForHydration, waitForPendingRequests } from '#tests/browser/harness.ts'
import { taggedWavFile } from '#tests/fixtures/tagged-wav.ts'
import { dragTo } from '#tests/journeys/input-devices.ts'
import { openHydratedPage, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const asOwner = await ownersApi(app)
const song = (name: string) => join(import.meta.dirname, '../../sites/musician/media', `${name}.mp3`)
const untagged = { name: '03 - Größe.wav', mimeType: 'audio/wav', buffer: taggedWavFile({}, 61) }

test('reads tags before the upload, lets the owner edit them, and shows them in the shop', async () => {
  const draft = { name: 'The Crossing', price: 700, productType: 'digital' }
  const { id } = await asOwner<{ id: string }>('POST', '/api/admin/products', draft)
  const page = await visit(app, { path: `/admin/shop/${id}`, browser })
  const tracks = page.getByRole('region', { name: 'Tracks' })
  const cell = (label: string, file: string) => tracks.getByLabel(`${label} of ${file}`, { exact: true })
  const titles = () =>
    tracks.getByRole('textbox', { name: /^Title of/ }).evaluateAll((all) =>
      (all as HTMLInputElement[])
        .map((input) => ({ title: input.value, top: input.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ title }) => title),
    )
  const session = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 1, downloadThroughput: -1, uploadThroughput: 60_000 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)

  // During the upload they are tracks already, and can be edited.
  const [low, salt] = ['low-water.mp3', 'salt-radio.mp3']
  await page.getByLabel('Choose files').setInputFiles([song('salt-radio'), song('low-water')])
  await expect.poll(() => cell('Title', low).inputValue()).toBe('Low Water')
  await tracks.getByLabel('Uploading').first().waitFor()
  await tracks.getByText('Length 0:43').first().waitFor()
  await cell('Title', low).fill('Low Water (Live)')
  await cell('Title', low).press('Enter')
  await tracks.getByText('Yours').waitFor()
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 })
  await page.getByRole('button', { name: `Delete ${low}` }).waitFor()
  await page.getByRole('button', { name: `Delete ${salt}` }).waitFor()
  await page.getByLabel('Choose files').setInputFiles([untagged])
  await page.getByRole('button', { name: `Delete ${untagged.name}` }).waitFor()
  await expect.poll(() => tracks.getByText('Not read yet').count()).toBe(0)
  await expect.poll(titles).toEqual(expect.arrayContaining(['Low Water (Live)', 'Salt Radio', 'Größe']))

  // Missing tags are shown, with the source of the others.
  const advice = tracks.getByRole('list', { name: 'Suggestions' })
  await advice.getByText('Add ID3 tags').waitFor()
  await tracks.getByRole('button', { name: 'More about Größe' }).click()
  await tracks.getByText(/^Title and number from the file name; artist and album from the album; length/).waitFor()
  await cell('Year', untagged.name).fill('20')
  await tracks.getByText('Please enter a number from 1000 to 9999.').waitFor()
  await cell('Year', untagged.name).press('Escape')
  await cell('Composer', untagged.name).fill('Ann Ärmel')
  await tracks.getByLabel('Album', { exact: true }).fill('The Crossing')
  await tracks.getByLabel('Album artist').focus()
  await checkLooks(page, 'admin-shop-tracks')
  await page.setViewportSize({ width: 1440, height: 900 })

  // The order is the owner's, by the keys as with the mouse.
  const before = await titles()
  const last = before.at(-1)!
  await tracks.getByRole('button', { name: `Move ${last}` }).press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const wanted = [last, ...before.slice(0, -1)]
  await expect.poll(titles).toEqual(wanted)
  await waitForPendingRequests(page)
  await dragTo(
    tracks.getByRole('button', { name: `Move ${last}` }),
    tracks.getByRole('button', { name: `Move ${before[0]}` }),
  )
  const final = [before[0]!, last, before[1]!]
  await expect.poll(titles).toEqual(final)

  await page.getByRole('button', { name: `Delete ${low}` }).waitFor()
  await waitForPendingRequests(page)
  await asOwner('POST', '/api/admin/products/status', { ids: [id], status: 'published' })
  await page.reload()
  await expect.poll(titles).toEqual(final)
  expect(await tracks.getByLabel('Album', { exact: true }).inputValue()).toBe('The Crossing')
  const address = await page.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')
  await openHydratedPage(page, address!)
  const listed = page.getByRole('region', { name: 'Tracks' }).getByRole('listitem')
  await expect.poll(() => listed.allTextContents()).toHaveLength(3)
  const texts = await listed.allTextContents()
  for (const [at, title] of final.entries()) expect(texts[at]).toContain(title)
  expect(texts.find((text) => text.includes('Größe'))).toContain('1:01')

  // An empty file is refused and is no track. The last file of a published product stays, and the dialog says why.
  await openHydratedPage(page, `/admin/shop/${id}`)
  await page.getByLabel('Choose files').setInputFiles([{ ...untagged, name: 'empty.wav', buffer: Buffer.alloc(0) }])
  await page.getByText('This file is empty. Please choose another one.').waitFor()
  await expect.poll(titles).toEqual(final)
  const dialog = page.getByRole('alertdialog')
  for (const file of [low, salt]) {
    await page.getByRole('button', { name: `Delete ${file}` }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`${file} is deleted.`).waitFor()
  }
  expectProblem(page, /409: DELETE /)
  await page.getByRole('button', { name: `Delete ${untagged.name}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog
    .getByRole('alert')
    .getByText(productRefusalTexts.lastFile({ name: draft.name }))
    .waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

/** The screen of a new product and its tracks; chunks wait until the test releases them. */
async function adminAlbums(name: string, expected: RegExp[] = []) {
  const draft = { name, price: 700, productType: 'digital', status: 'draft' }
  const { id } = await asOwner<{ id: string }>('POST', '/api/admin/products', draft)
  const page = await visit(app, { path: `/admin/shop/${id}`, browser, expected })
  page.on('dialog', (dialog) => void dialog.accept())
  const tracks = page.getByRole('region', { name: 'Tracks' })
  const held: Route[] = []
  await page.route('**/api/upload/chunked', (route) => void held.push(route))
  return {
    page,
    tracks,
    held,
    uploads: page.getByRole('region', { name: 'Uploads in progress' }),
    cell: (label: string, file: string) => tracks.getByLabel(`${label} of ${file}`, { exact: true }),
    choose: (...names: string[]) =>
      page.getByLabel('Choose files').setInputFiles(
        names.map((each) => ({
          name: each,
          mimeType: 'audio/wav',
          buffer: taggedWavFile({ INAM: each.slice(0, -4) }, 5),
        })),
      ),
  }
}

test('sends files that were chosen before the first save, and offers the cover in them as the picture', async () => {
  const page = await visit(app, { path: '/admin/shop/new', browser })
  await page.getByLabel('Name').fill('Night Ferry (chosen first)')
  await page.getByLabel('Type').selectOption('digital')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('1')
  await page.getByLabel('Choose files').setInputFiles([song('night-ferry')])
  await page.getByRole('list', { name: 'Chosen files' }).getByText('night-ferry.mp3').waitFor()
  await page.getByRole('button', { name: 'Use it as the picture' }).click()
  await expect
    .poll(() => page.getByLabel('What the picture shows').inputValue())
    .toBe('The cover of Night Ferry (chosen first)')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.locator('[data-toast]').getByText('is saved as a draft. Publish it when its files have arrived.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Night Ferry (chosen first)' }).waitFor()
  await page.getByRole('button', { name: 'Delete night-ferry.mp3' }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.locator('[data-toast]').getByText('Night Ferry (chosen first) is saved.').waitFor()
  expect((await fetch(`${app.address()}/shop/night-ferry-chosen-first`)).status).toBe(200)
})

test('keeps edited tags of waiting files after a reload and in another tab', async () => {
  const unheard = [/404: GET .*upload\/sessions/]
  const { page, uploads, cell, choose, held } = await adminAlbums('Spring Tide', unheard)
  await choose('Ebb.wav', 'Flow.wav')
  await expect.poll(() => held.length).toBe(2)
  await cell('Title', 'Flow.wav').fill('Flow, at Night')
  await cell('Title', 'Flow.wav').press('Enter')
  const other = await page.context().newPage()
  const sessionsLoaded = (tab: Page) => tab.waitForResponse(/upload\/sessions/)
  await Promise.all([sessionsLoaded(other), other.goto(page.url())])
  await waitForHydration(other)
  await waitForPendingRequests(other)
  await other.close()
  await Promise.all([sessionsLoaded(page), page.reload()])
  await waitForHydration(page)
  await uploads.getByText(fileUploadTexts.notSent).first().waitFor()
  await waitForPendingRequests(page)
  expect(await cell('Title', 'Flow.wav').inputValue()).toBe('Flow, at Night')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('track')))).toHaveLength(1)
})

test('edited tags survive the end and the failure of an upload', async () => {
  const { page, tracks, uploads, cell, choose, held } = await adminAlbums('Neap Tide', [/422: POST .*upload\/chunked/])
  await choose('Ebb.wav', 'Flow.wav')
  await expect.poll(() => held.length).toBe(2)
  const [ebb, flow] = ['Ebb.wav', 'Flow.wav'].map(
    (name) => held.find((route) => route.request().postDataBuffer()!.includes(name))!,
  )
  const title = cell('Title', 'Flow.wav')
  await title.fill('Flow, at')
  await flow!.continue()
  await tracks.getByRole('button', { name: 'Delete Flow.wav' }).waitFor()
  await page.keyboard.type(' Night')
  expect(await title.inputValue()).toBe('Flow, at Night')

  const artist = cell('Artist', 'Ebb.wav')
  await artist.fill('Ann')
  await ebb!.fulfill({ status: 422, json: { error: fileUploadTexts.fileDamaged } })
  await uploads.getByText('1 of 2 uploaded, 1 failed').waitFor()
  await page.keyboard.type(' Ärmel')
  await tracks.getByLabel('Not uploaded').waitFor()
  await page.unroute('**/api/upload/chunked')
  await uploads.getByRole('button', { name: 'Try Ebb.wav again' }).click()
  await tracks.getByRole('button', { name: 'Delete Ebb.wav' }).waitFor()
  await waitForPendingRequests(page)

  await page.reload()
  await waitForHydration(page)
  await expect.poll(() => title.inputValue()).toBe('Flow, at Night')
  expect(await artist.inputValue()).toBe('Ann Ärmel')
})
