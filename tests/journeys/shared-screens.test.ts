import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { resetTexts } from '#domain/texts/accounts.ts'
import { adminTexts } from '#domain/texts/admin.ts'
import { cartErrorTexts } from '#domain/texts/cart.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { checkAccessibility, expectProblem, screenshot, startApp, themes, visit } from '#tests/browser/harness.ts'

const app = await startApp({ env: { DEV_PAGES: 'on' } })
const path = '/dev/ui'

/** One part on the page, by its name there. */
const part = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const gone = (what: Locator) => what.waitFor({ state: 'detached' })
const hasFocus = (what: Locator) => what.evaluate((element) => element === document.activeElement)
const holdsFocus = (what: Locator) => what.evaluate((element) => element.contains(document.activeElement))

describe.each(themes)('in the %s theme', (theme) => {
  test.each(['phone', 'desktop'] as const)('every part can be used by everyone, on a %s', async (viewport) => {
    const page = await visit(app, { path, viewport, theme, reducedMotion: true })
    await checkAccessibility(page)
    await screenshot(page, 'shared-screens')
    for (const share of [75, 90]) {
      await button(page, `Fill to ${share} %`).click()
      await checkAccessibility(page)
    }
    for (const opener of ['Modal md', 'Confirm warning', 'Confirm danger', 'Confirm info', 'Already loading']) {
      await button(page, opener).click()
      await page.locator('[role=dialog], [role=alertdialog]').waitFor()
      await checkAccessibility(page)
      await page.keyboard.press('Escape')
    }
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways).toBeLessThanOrEqual(0)
  })
})

describe('a modal', () => {
  test.each([
    ['sm', 384],
    ['md', 512],
    ['lg', 768],
    ['xl', 1024],
  ])('of size %s is %i pixels wide', async (size, width) => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, `Modal ${size}`).click()
    const box = await page.getByRole('dialog').boundingBox()
    expect(box?.width).toBe(width)
  })

  test('keeps Tab inside, and gives the focus back after Escape', async () => {
    const page = await visit(app, { path })
    const opener = button(page, 'Modal md')
    await opener.click()
    const modal = page.getByRole('dialog', { name: 'Add a guest' })
    await expect.poll(() => hasFocus(modal.getByLabel('Name'))).toBe(true)
    for (const key of [...Array(7).fill('Tab'), ...Array(7).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      expect(await holdsFocus(modal)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await gone(modal)
    await expect.poll(() => hasFocus(opener)).toBe(true)
  })

  test('closes when its backdrop or its close button is pressed', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    const modal = page.getByRole('dialog')
    await button(page, 'Modal md').click()
    await modal.waitFor()
    await page.mouse.click(20, 20)
    await gone(modal)
    await button(page, 'Modal md').click()
    await button(modal, 'Close').click()
    await gone(modal)
  })
})

describe('a confirm dialog', () => {
  test.each([
    ['warning', uiTexts.confirm],
    ['danger', 'Delete'],
    ['info', 'Send'],
  ])('of kind %s carries its question out and closes', async (kind, label) => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, `Confirm ${kind}`).click()
    const dialog = page.getByRole('alertdialog')
    await button(dialog, label).click()
    await gone(dialog)
    await part(page, 'Confirm dialog').getByText('Confirmed: 1').waitFor()
  })

  test('does nothing when it is cancelled', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, 'Confirm danger').click()
    const dialog = page.getByRole('alertdialog')
    await button(dialog, uiTexts.cancel).click()
    await gone(dialog)
    await part(page, 'Confirm dialog').getByText('Confirmed: 0').waitFor()
  })

  test('that is loading has both buttons off, says so, and cannot be left', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, 'Already loading').click()
    const dialog = page.getByRole('alertdialog')
    await button(dialog, uiTexts.processing).waitFor()
    expect(await button(dialog, uiTexts.processing).isDisabled()).toBe(true)
    expect(await button(dialog, uiTexts.cancel).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await holdsFocus(dialog)).toBe(true)
  })

  test.each(['Handler starts loading', 'Handler promises'])(
    '%s: it waits, and closes when the work is done',
    async (opener) => {
      const page = await visit(app, { path, reducedMotion: true })
      await button(page, opener).click()
      const dialog = page.getByRole('alertdialog')
      await button(dialog, uiTexts.confirm).click()
      await button(dialog, uiTexts.processing).waitFor()
      await button(dialog, 'End this example').click()
      await gone(dialog)
    },
  )

  test('without auto-close stays until someone closes it', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, 'No auto-close').click()
    const dialog = page.getByRole('alertdialog')
    await button(dialog, uiTexts.confirm).click()
    await page.getByText('Confirmed: 1').waitFor()
    expect(await button(dialog, uiTexts.confirm).isEnabled()).toBe(true)
    await button(dialog, uiTexts.cancel).click()
    await gone(dialog)
  })
})

describe('the tab bar', () => {
  test('is a row that arrow keys move along', async () => {
    const page = await visit(app, { path })
    const tabs = part(page, 'Tab bar')
    await tabs.getByRole('tab', { name: 'Shows' }).click()
    await page.keyboard.press('ArrowRight')
    await tabs.getByRole('tabpanel', { name: 'Releases' }).waitFor()
    expect(await hasFocus(tabs.getByRole('tab', { name: 'Releases' }))).toBe(true)
    await page.keyboard.press('End')
    await tabs.getByRole('tabpanel', { name: 'Press' }).waitFor()
    expect(await tabs.getByRole('combobox').isVisible()).toBe(false)
  })

  test('is a dropdown on a phone', async () => {
    const page = await visit(app, { path, viewport: 'phone' })
    const tabs = part(page, 'Tab bar')
    expect(await tabs.getByRole('tablist').isVisible()).toBe(false)
    await tabs.getByRole('combobox', { name: 'Part of the site' }).selectOption({ label: 'Press' })
    await tabs.getByText('What others have written.').waitFor()
  })
})

describe('a toast', () => {
  const now = '2026-03-01T12:00:00Z'

  test.each([
    ['success', 'polite', 'rgb(21, 128, 61)'],
    ['error', 'assertive', 'rgb(185, 28, 28)'],
    ['info', 'polite', 'rgb(29, 78, 216)'],
  ] as const)('of kind %s is said in a manner that is %s, in its colour, for 5000 ms', async (kind, manner, colour) => {
    const page = await visit(app, { path, now, reducedMotion: true })
    await button(page, `${kind[0]!.toUpperCase()}${kind.slice(1)} toast`).click()
    const toast = page.locator(`[aria-live=${manner}] [data-toast=${kind}]`)
    await toast.waitFor()
    expect(await toast.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(colour)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(5000)
    await gone(toast)
  })

  test('waits while a pointer rests on it', async () => {
    const page = await visit(app, { path, now, reducedMotion: true })
    await button(page, 'Info toast').click()
    const toast = page.locator('[data-toast]')
    await toast.hover()
    await page.clock.fastForward(60_000)
    expect(await toast.isVisible()).toBe(true)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(5000)
    await gone(toast)
  })

  test('waits while it has the focus, and gives it back when it is dismissed', async () => {
    const page = await visit(app, { path, now, reducedMotion: true })
    const opener = button(page, 'Info toast')
    await opener.click()
    const toast = page.locator('[data-toast]')
    await button(toast, 'Dismiss').focus()
    await page.clock.fastForward(60_000)
    expect(await toast.isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await gone(toast)
    expect(await hasFocus(opener)).toBe(true)
  })

  test('can be dismissed while a dialog is open, which stays open', async () => {
    const page = await visit(app, { path, now, reducedMotion: true })
    await button(page, 'Info toast').click()
    await button(page, 'Modal md').click()
    await page.getByRole('dialog').waitFor()
    await page.locator('[data-toast] button').click()
    await gone(page.locator('[data-toast]'))
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
  })
})

test('who loses the network is told, and told no longer when it is back', async () => {
  const page = await visit(app, { path, reducedMotion: true })
  const notice = page.getByRole('status').filter({ hasText: uiTexts.offline })
  await page.context().setOffline(true)
  await notice.waitFor()
  await page.context().setOffline(false)
  await gone(notice)
})

test('a password is shown when it is asked for, and hidden again', async () => {
  const page = await visit(app, { path })
  const field = part(page, 'Password field').getByLabel('Password', { exact: true })
  const toggle = part(page, 'Password field').getByRole('button', { name: 'Show password' }).first()
  for (const type of ['text', 'password']) {
    await toggle.click()
    expect(await field.getAttribute('type')).toBe(type)
  }
})

test('a button at work does nothing more and keeps the focus', async () => {
  const page = await visit(app, { path })
  const work = part(page, 'Button at work')
  await button(work, 'Start work').click()
  await page.keyboard.press('Enter')
  await work.getByText('Pressed: 1').waitFor()
  expect(await hasFocus(button(work, 'Start work'))).toBe(true)
})

describe('a boundary', () => {
  test.each([
    ['password reset page', resetTexts.pageBroken],
    ['admin login page', adminTexts.loginBroken],
    ['admin screen', adminTexts.crashed],
    ['cart', cartErrorTexts.message],
    ['other part', errorPanelTexts.title],
  ])('around the %s shows its error until the visitor goes elsewhere', async (name, words) => {
    const page = await visit(app, { path })
    expectProblem(page, /broke on purpose/)
    const place = part(page, `Boundary of the ${name}`)
    await button(place, `Break the ${name}`).click()
    await place.getByText(words).first().waitFor()
    await button(place, 'Repair').click()
    expect(await place.getByText(words).first().isVisible()).toBe(true)
    await button(place, 'Go elsewhere').click()
    await place.getByText(`The ${name} is well.`).waitFor()
  })
})

test.each([
  ['Error panel', uiTexts.reload],
  ['Admin crash', uiTexts.reload],
  ['Cart error', cartErrorTexts.refresh],
])('%s: %s loads the page again', async (name, label) => {
  const page = await visit(app, { path })
  await page.evaluate(() => Object.assign(window, { before: true }))
  await button(part(page, name), label).click()
  await page.waitForFunction(() => !('before' in window))
})

describe('the theme', () => {
  const shown = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)

  test('is changed in 200 ms, remembered, and the same in every tab', async () => {
    const page = await visit(app, { path })
    const otherTab = await page.context().newPage()
    await otherTab.goto(path)
    await page.bringToFront()
    await button(part(page, 'Theme'), 'Switch to dark theme').click()
    const lengths = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .map(({ effect }) => effect as KeyframeEffect)
          .filter(({ pseudoElement }) => pseudoElement?.startsWith('::view-transition'))
          .map((effect) => effect.getTiming().duration),
      )
    await expect.poll(lengths, { interval: 10 }).toContain(200)
    await expect.poll(() => shown(page)).toBe('dark')
    await expect.poll(() => page.evaluate(() => document.documentElement.className)).not.toContain('theme-changing')
    await expect.poll(() => shown(otherTab)).toBe('dark')
    await page.reload()
    expect(await shown(page)).toBe('dark')
  })

  test('is changed at once under reduced motion', async () => {
    const page = await visit(app, { path, theme: 'dark', reducedMotion: true })
    const after = await button(part(page, 'Theme'), 'Switch to light theme').evaluate((toggle: HTMLElement) => {
      toggle.click()
      return [getComputedStyle(document.documentElement).colorScheme, document.getAnimations().length]
    })
    expect(after).toEqual(['light', 0])
  })

  test('follows the system until the visitor has chosen', async () => {
    const page = await visit(app, { path })
    await page.emulateMedia({ colorScheme: 'dark' })
    await button(part(page, 'Theme'), 'Switch to light theme').waitFor()
    expect(await shown(page)).toBe('dark')
  })
})

describe('pages change places', () => {
  const moves = (page: Page) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((each): each is CSSAnimation => each instanceof CSSAnimation)
        .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement === '::view-transition-new(root)')
        .map(({ animationName, effect }) => `${animationName} ${effect?.getTiming().duration}`),
    )

  test.each([
    ['fade', '-ua-view-transition-fade-in 300'],
    ['slide', 'page-slide-in 300'],
    ['slideUp', 'page-rise 300'],
    ['scale', 'page-grow-in 300'],
    ['flip', 'page-flip-in 300'],
  ])('with %s in 300 ms', async (kind, animation) => {
    const page = await visit(app, { path })
    await button(part(page, 'Page transitions'), kind).click()
    await expect.poll(() => moves(page), { interval: 10 }).toContain(animation)
  })

  test('without any movement under reduced motion', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(part(page, 'Page transitions'), 'slide').click()
    await part(page, 'Page transitions').getByText('1', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})
