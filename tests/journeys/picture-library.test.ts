import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkAccessibility, screenshot, visit, walkedOn } from '#tests/browser/harness.ts'
import { ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/people.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const toast = (page: Page, words: string) => page.locator('[data-toast]').getByText(words).waitFor()

async function photo(name: string, background: string) {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

test.each(walkedOn('phone'))(
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
    await page.getByRole('button', { name: 'Clear finished' }).click()
    await checkAccessibility(page)
    await screenshot(page, 'admin-pictures')
    await page.getByRole('link', { name: `Edit pier ${viewport}.jpg` }).click()
    await page.getByText('No page uses this picture.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Please describe the picture').first().waitFor()
    await page.getByRole('textbox', { name: 'Description' }).fill('A pier in fog')
    const point = page.getByRole('group', { name: 'Focal point' })
    for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowUp']) await point.press(key)
    expect(await page.getByLabel('From the left, in %').inputValue()).toBe('61')
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'The picture is saved.')
    const picturePath = new URL(page.url()).pathname

    await page.goto(`${app.address()}/admin/tour/${id}`)
    await page.getByText('Choose a picture', { exact: true }).click()
    const library = page.getByRole('dialog', { name: 'Picture library' })
    await library.getByLabel('File name or description').fill(`pier ${viewport}`)
    await expect.poll(() => library.getByRole('listitem').count()).toBe(1)
    await checkAccessibility(page)
    await screenshot(page, 'admin-picture-picker')
    await library.getByRole('button', { name: 'A pier in fog' }).press('Enter')
    expect(await page.getByLabel('What the picture shows').inputValue()).toBe('A pier in fog')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'is saved.')
    await expect.poll(seen).toContain('--focus:61% 49%')

    await page.goto(`${app.address()}${picturePath}`)
    await page.getByRole('link', { name: `Show: 2031-09-01, Pier 9, Emden ${viewport}` }).waitFor()
    await screenshot(page, 'admin-picture')
    const more = page.getByRole('button', { name: 'More' })
    if (await more.isVisible()) await more.click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const warning = page.getByRole('dialog', { name: 'This picture is used' })
    await warning.getByRole('link', { name: 'Show: 2031-09-01' }).waitFor()
    await checkAccessibility(page)
    await warning.getByRole('button', { name: 'Close' }).first().click()

    await page.getByRole('button', { name: 'Replace' }).click()
    await page.getByLabel('Choose the new file').setInputFiles([await photo(`quay ${viewport}.jpg`, second)])
    await page.getByRole('heading', { name: `quay ${viewport}.jpg` }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('A pier in fog')
    await expect.poll(seen).toContain(`quay-${viewport}`)
    expect(await seen()).not.toContain(`pier-${viewport}`)
  },
)
