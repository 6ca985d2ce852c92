import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { checkFurtherLooks, checkLooks, journeyViewports, visit } from '#tests/browser/harness.ts'
import { openHydratedPage, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const toast = (page: Page, words: string) => page.locator('[data-toast]').getByText(words).waitFor()

async function photo(name: string, background: string) {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** The picture and its crops fail to load: each can be retried, and the focal point stays where it is. */
async function failsAndIsRetried(page: Page): Promise<void> {
  const point = page.getByRole('group', { name: 'Focal point' })
  const addresses = await page.locator('main img').evaluateAll((all) => all.map((image) => image.getAttribute('src')!))
  expect(addresses).toHaveLength(4)
  await page.locator('main img').evaluateAll((all) => all.map((image) => image.dispatchEvent(new Event('error'))))
  await page.getByRole('img', { name: 'Cropped to 16:9' }).waitFor({ state: 'detached' })
  const retry = page.locator('main').getByRole('button', { name: uiTexts.retry })
  expect(await retry.count()).toBe(4)
  await point.getByRole('button', { name: uiTexts.retry }).click()
  while (await retry.count()) await retry.first().click()
  await expect.poll(() => page.locator('main .picture[data-shown]').count()).toBe(4)
  expect(await page.getByLabel('From the left, in %').inputValue()).toBe('61')
}

test.each(journeyViewports('phone'))(
  'an owner uploads a picture, chooses it for a show, sees where it is used, and replaces it (%s)',
  async (viewport) => {
    const [first, second] = viewport === 'phone' ? ['#205060', '#604020'] : ['#502060', '#206040']
    const asOwner = await ownersApi(app)
    const place = { zone: 'Europe/Berlin', venue: 'Pier 9', city: `Emden ${viewport}`, country: 'DE' }
    const show = { ...place, date: '2031-09-01', status: 'upcoming' }
    const { id, slug } = await asOwner<{ id: string; slug: string }>('POST', '/api/admin/shows', show)
    const seen = async () => (await fetch(`${app.address()}/tour/${slug}`)).text()

    const page = await visit(app, { path: '/admin/site/pictures', browser, viewport })
    await page.getByLabel('Choose pictures').setInputFiles([await photo(`pier ${viewport}.jpg`, first)])
    await page.getByText('1 of 1 uploaded').waitFor()
    await checkFurtherLooks(page, 'admin-pictures-uploaded', [viewport])
    await page.getByRole('button', { name: 'Clear finished' }).click()
    await checkLooks(page, 'admin-pictures', [viewport])
    await page.getByRole('link', { name: `Edit pier ${viewport}.jpg` }).click()
    await page.getByText('No page uses this picture.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Please describe the picture').first().waitFor()
    await page.getByRole('textbox', { name: 'Description' }).fill('A pier in fog')
    const point = page.getByRole('group', { name: 'Focal point' })
    for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowUp']) await point.press(key)
    expect(await page.getByLabel('From the left, in %').inputValue()).toBe('61')
    await checkFurtherLooks(page, 'admin-picture-form', [viewport])
    await failsAndIsRetried(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'The picture is saved.')
    const picturePath = new URL(page.url()).pathname

    await page.goto(`${app.address()}/admin/tour/${id}`)
    await page.getByText('Choose a picture', { exact: true }).click()
    const library = page.getByRole('dialog', { name: 'Picture library' })
    await library.getByLabel('File name or description').fill(`pier ${viewport}`)
    await expect.poll(() => library.getByRole('listitem').count()).toBe(1)
    await checkFurtherLooks(page, 'admin-picture-picker', [viewport])
    await library.getByRole('button', { name: 'A pier in fog' }).press('Enter')
    expect(await page.getByLabel('What the picture shows').inputValue()).toBe('A pier in fog')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'is saved.')
    await expect.poll(seen).toContain('--focus:61% 49%')

    await page.goto(`${app.address()}${picturePath}`)
    await page.getByRole('link', { name: `Show: 2031-09-01, Pier 9, Emden ${viewport}` }).waitFor()
    await checkLooks(page, 'admin-picture', [viewport])
    const more = page.getByRole('button', { name: 'More' })
    if (await more.isVisible()) await more.click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const warning = page.getByRole('dialog', { name: 'This picture is used' })
    await warning.getByRole('link', { name: 'Show: 2031-09-01' }).waitFor()
    await checkFurtherLooks(page, 'admin-picture-used', [viewport])
    await warning.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByLabel('Choose the new file').setInputFiles([await photo(`quay ${viewport}.jpg`, second)])
    await page.getByRole('heading', { name: `quay ${viewport}.jpg` }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('A pier in fog')
    await expect.poll(seen).toContain(`quay-${viewport}`)
    expect(await seen()).not.toContain(`pier-${viewport}`)
  },
)

longTest('a picture of the library serves the forms of products, the gallery and media', async () => {
  const page = await visit(app, { path: '/admin/site/pictures', browser })
  await page.getByLabel('Choose pictures').setInputFiles([await photo('lamp.jpg', '#806020')])
  await page.getByRole('link', { name: 'Edit lamp.jpg' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('A lamp on deck')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'The picture is saved.')
  const library = page.getByRole('dialog', { name: 'Picture library' })
  const chosen = library.getByRole('button', { name: 'A lamp on deck' })

  for (const form of ['/admin/shop/new', '/admin/media/new']) {
    await openHydratedPage(page, form)
    await page.getByText(form.includes('shop') ? 'Add pictures' : 'Choose a picture', { exact: true }).click()
    await chosen.click()
    if (form.includes('shop')) await library.getByRole('button', { name: 'Add picture' }).click()
    await expect.poll(() => page.getByLabel('What the picture shows').inputValue()).toBe('A lamp on deck')
  }

  await openHydratedPage(page, '/admin/gallery')
  await page.getByRole('button', { name: 'Add pictures' }).click()
  await chosen.click()
  await library.getByRole('button', { name: 'Add picture' }).click()
  await toast(page, 'in the gallery.')
  await page.getByRole('img', { name: 'A lamp on deck' }).waitFor()
})

longTest('an owner gives her site an icon, and describes a picture where she uploads it', async () => {
  const page = await visit(app, { path: '/admin/site/identity', browser })
  const icon = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#12a060' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Choose a picture: Icon')
    .setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: icon })
  await page.getByRole('dialog').getByRole('button', { name: 'Use this area' }).click()
  const samples = page.getByRole('figure').filter({ hasText: 'How it looks' }).locator('img')
  await expect.poll(() => samples.count()).toBe(5)
  const widths = () => samples.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth))
  await expect.poll(widths).toEqual([48, 48, 48, 48, 180])
  await page.getByRole('button', { name: 'Save draft' }).click()
  await toast(page, 'Saved in the draft.')
  await checkLooks(page, 'site-identity-icon')

  await openHydratedPage(page, '/admin/site/texts/notFound')
  await page.getByLabel('Choose a picture: Picture').setInputFiles([await photo('wreck.jpg', '#334455')])
  await page.getByRole('dialog').getByRole('button', { name: 'Use this area' }).click()
  const dialog = page.getByRole('dialog', { name: 'What does the picture show?' })
  await dialog.waitFor()
  await checkLooks(page, 'picture-description')
  await dialog.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('The picture “wreck.jpg” has no description.').waitFor()
  expect(await page.getByRole('button', { name: 'Publish…' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Describe the picture' }).click()
  await dialog.getByRole('button', { name: 'Save the description' }).click()
  await dialog.getByText('Please describe the picture').waitFor()
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A wreck at low tide')
  await dialog.getByRole('button', { name: 'Save the description' }).click()
  await page.getByText('Description: A wreck at low tide').waitFor()
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await toast(page, 'Published.')

  const html = await (await fetch(`${app.address()}/`)).text()
  const tab = /<link rel="icon" type="image\/png" sizes="48x48" href="([^"]+)"/.exec(html)?.[1]
  const bytesAt = async (path: string) => Buffer.from(await (await fetch(app.address() + path)).arrayBuffer())
  const served = await bytesAt(tab!)
  expect(await sharp(served).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 })
  expect(await bytesAt('/favicon.ico')).toEqual(served)
  expect(html).not.toContain('image/svg+xml" sizes="any"')
})
