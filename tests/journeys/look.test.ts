import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fontPairs } from '#domain/sites/fonts.ts'
import { themePresets } from '#domain/sites/presets.ts'
import { checkLooks, screenshot, viewports, visit, waitForPendingRequests } from '#tests/browser/harness.ts'
import { ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const meadow = themePresets.find(({ label }) => label === 'Meadow')!

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const home = async () => (await fetch(app.address())).text()

async function save(page: Page): Promise<void> {
  await button(page, 'Save draft').click()
  await page.locator('[data-toast]', { hasText: 'Saved in the draft' }).first().waitFor()
  await waitForPendingRequests(page)
}

test('the look editor applies a preset, refuses a low-contrast button and publishes the suggestion', async () => {
  const before = await home()
  const page = await visit(app, { path: '/admin/site/look', browser, viewport: 'desktop' })
  await page.getByRole('heading', { level: 1, name: 'Look' }).waitFor()
  await checkLooks(page, 'look')
  await page.setViewportSize(viewports.desktop)
  await button(page, /^Meadow/).click()
  const samples = page.getByRole('region', { name: 'Samples' })
  expect(await samples.getByText('can be read in both themes').count()).toBe(1)

  const light = page.getByRole('region', { name: 'Light theme', exact: true })
  await light.getByRole('textbox', { name: 'Primary 600', exact: true }).fill('#f0')
  await light.getByText('Please write six digits').waitFor()
  await light.getByRole('textbox', { name: 'Primary 600', exact: true }).fill('#f08080')
  await light.getByText('Too little.').waitFor()
  await samples.getByText(/too hard to read/).waitFor()
  await save(page)
  const state = page.getByRole('region', { name: 'State of the draft' })
  await state
    .getByText(/Light theme: white on primary 600 \(main buttons\) has contrast 2\.\d+, and 4\.5 is needed/)
    .waitFor()
  expect(await state.getByRole('button', { name: /^Publish/ }).isDisabled()).toBe(true)
  await checkLooks(page, 'look-refused', ['desktop'])
  expect(await home()).toBe(before)

  await light.getByRole('button', { name: /^Use #/ }).click()
  await samples.getByText(/can be read in both themes/).waitFor()
  const colour = await light.getByRole('textbox', { name: 'Primary 600', exact: true }).inputValue()
  await save(page)
  await state.getByRole('button', { name: /^Publish/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await expect.poll(async () => (await home()).includes(`--primary-600:${colour};`)).toBe(true)
  const after = await home()
  const { display, text } = fontPairs[meadow.style.fonts]
  const preloads = (after.match(/<link[^>]*rel="preload"[^>]*as="font"[^>]*>/g) ?? []).join()
  expect(preloads.match(/\.woff2/g)).toHaveLength(2)
  for (const { file } of [display, text]) expect(preloads).toContain(`${file}-latin-wght`)
  expect(after).toContain(`--radius:${meadow.style.radius}px`)

  const visitor = await visit(app, { path: '/', viewport: 'phone' })
  const heading = visitor.getByRole('heading', { level: 1 })
  expect(await heading.evaluate((element) => getComputedStyle(element).fontFamily)).toContain(display.family)
  expect(await visitor.evaluate((family) => document.fonts.check(`20px "${family}"`), display.family)).toBe(true)
  await screenshot(visitor, 'look-home')
})
