import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { guideTexts, makeItMineTexts } from '#domain/texts/own-set-up-words.ts'
import { checkLooks, startApp, visit, waitForHydration } from '#tests/browser/harness.ts'

const portrait = join(import.meta.dirname, '../../sites/musician/images/gallery-01.jpg')

/**
 * Counts what people do: one click, one key on a control, one filled field, one chosen file. They know no addresses
 * beside the one with which they begin.
 */
function interactions() {
  let count = 0
  const counted = async (work: Promise<unknown>) => {
    count++
    await work
  }
  return {
    count: () => count,
    click: (control: Locator) => counted(control.click()),
    fill: (field: Locator, text: string) => counted(field.fill(text)),
    choose: (list: Locator, value: string) => counted(list.selectOption(value)),
    press: (control: Locator, key: string) => counted(control.press(key)),
    /** A click that opens the file chooser of the system, and the file. */
    chooseFile: async (page: Page, control: Locator, file: string) => {
      const chooser = page.waitForEvent('filechooser')
      await counted(control.click())
      await counted((await chooser).setFiles(file))
    },
  }
}

/** What the terminal says after the first start. */
async function printedIn(log: () => string) {
  const shown = () => /as (\S+)\n {2}with the password (\S+)/.exec(log())
  await expect.poll(shown).not.toBeNull()
  const [, email, password] = shown()!
  return { email: email!, password: password! }
}

test('from an empty folder to an own website with a sold record in at most 40 interactions', async () => {
  const app = await startApp({ env: { DEMO: 'on' } })
  const { email, password } = await printedIn(app.log)
  const { click, fill, choose, press, chooseFile, count } = interactions()
  const page = await visit(app, { path: '/admin/login', reducedMotion: true })
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true })
  const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { name }).waitFor()
  const go = () => click(button('Continue'))

  await fill(page.getByLabel('Email', { exact: true }), email)
  await fill(page.getByLabel('Password', { exact: true }), password)
  await click(button('Sign in'))
  await heading(guideTexts.title)
  await checkLooks(page, 'guide')
  await click(page.getByRole('link', { name: guideTexts.start }))

  await heading('Who is on stage?')
  await checkLooks(page, 'set-up-you')
  await fill(page.getByLabel('Name'), 'Ada Lund')
  await press(page.getByLabel('Name'), 'Enter')
  await heading('How should it look?')
  await click(page.getByText('Meadow'))
  await click(page.locator('button', { hasText: 'Choose a picture: Portrait' }))
  await chooseFile(page, button('Upload from this device'), portrait)
  await button('Remove Portrait').waitFor()
  await checkLooks(page, 'set-up-look')
  await go()
  await heading('Where are you at home?')
  await choose(page.getByLabel('Country'), 'DE')
  await fill(page.getByLabel('Contact address'), 'ada@adalund.example')
  await checkLooks(page, 'set-up-home')
  await go()
  await heading('What do you need?')
  await fill(page.getByLabel('Within Germany (EUR)'), '4,90')
  await checkLooks(page, 'set-up-pages')
  await go()
  await heading('Ready to make it yours')
  await page.getByText('60 orders').waitFor()
  await checkLooks(page, 'set-up-finish')
  await click(button(guideTexts.start))
  const dialog = page.getByRole('alertdialog')
  await fill(dialog.getByLabel('Current password'), password)
  await click(dialog.getByRole('button', { name: guideTexts.start }))
  await heading(makeItMineTexts.done({ name: 'Ada Lund' }))
  await checkLooks(page, 'set-up-done')

  const sidebar = page.getByRole('navigation', { name: 'Admin' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await sidebar
    .getByText('Ada Lund')
    .or(page.getByRole('link', { name: /Ada Lund/ }))
    .first()
    .waitFor()
  await click(sidebar.getByRole('link', { name: /^Products/ }))
  await click(page.getByRole('link', { name: 'New product' }))
  await heading('New product')
  await fill(page.getByRole('textbox', { name: 'Name' }), 'Northern Light, vinyl')
  await fill(page.getByRole('textbox', { name: 'Price' }), '24')
  await fill(page.getByRole('textbox', { name: 'In stock' }), '100')
  await click(button('Publish'))
  await page.waitForURL(/\/admin\/shop\/[0-9a-f-]{36}$/)

  const fan = await visit(app, { path: '/', viewport: 'phone', reducedMotion: true })
  expect(await fan.title()).toContain('Ada Lund')
  await click(
    fan
      .getByRole('main')
      .getByRole('link', { name: /Northern Light, vinyl/ })
      .first(),
  )
  await click(fan.getByRole('button', { name: /^Add to cart/ }))
  await click(fan.getByRole('button', { name: 'View cart' }))
  await click(fan.getByRole('link', { name: 'Checkout' }))
  await waitForHydration(fan)
  await fill(fan.getByLabel('Email'), 'fan@example.com')
  await fill(fan.getByLabel('Name'), 'Ann Lee')
  await fill(fan.getByLabel('Street and house number'), 'Hafenstraße 1')
  await fill(fan.getByLabel('Postcode'), '20359')
  await fill(fan.getByLabel('Town or city'), 'Hamburg')
  await click(fan.getByRole('button', { name: /^Pay/ }))
  await click(fan.getByRole('button', { name: /4242/ }))
  await heading('Thank you', fan)

  await click(sidebar.getByRole('link', { name: /^Orders/ }))
  await page.getByRole('main').getByText('Northern Light, vinyl').first().waitFor()
  expect(count()).toBeLessThanOrEqual(40)
})
