import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { resetTexts } from '#domain/texts/accounts.ts'
import { adminTexts } from '#domain/texts/admin.ts'
import { cartErrorTexts } from '#domain/texts/shop.ts'
import { errorPanelTexts, imageTexts, uiTexts } from '#domain/texts/ui.ts'
import {
  checkAccessibility,
  checkLooks,
  horizontalOverflowPx,
  inEveryLook,
  startApp,
  viewports,
  visit,
} from '#tests/browser/harness.ts'

const app = await startApp({ env: { DEV_PAGES: 'on' } })
const path = '/dev/ui'

/** One part on the page, by its name there. */
const part = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const gone = (what: Locator) => what.waitFor({ state: 'detached' })
/** A busy machine may take its time over a frame. */
const soon = { interval: 10 }
const hasFocus = (what: Locator) => what.evaluate((element) => element === document.activeElement)
const holdsFocus = (what: Locator) => what.evaluate((element) => element.contains(document.activeElement))

describe('accessible on phone and desktop, in light and dark:', () => {
  test.each([75, 90])('every component, with %i %% of the quota used', async (fill) => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, `Fill to ${fill} %`).click()
    await checkLooks(page, 'shared-screens')
  })

  test.each(['Modal md', 'Confirm danger'])('%s', async (opener) => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, opener).click()
    await page.locator('[role=dialog], [role=alertdialog]').waitFor()
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
    })
  })
})

describe('a modal', () => {
  test('a modal traps Tab, and returns the focus after Escape', async () => {
    const page = await visit(app, { path })
    const opener = button(page, 'Modal md')
    await opener.click()
    const modal = page.getByRole('dialog', { name: 'Add a guest' })
    await expect.poll(() => hasFocus(modal.getByLabel('Name')), soon).toBe(true)
    for (const key of [...Array(6).fill('Tab'), ...Array(6).fill('Shift+Tab')]) {
      await page.keyboard.press(key)
      expect(await holdsFocus(modal)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await gone(modal)
    await expect.poll(() => hasFocus(opener), soon).toBe(true)
  })

  test('a modal has four sizes, and closes on its backdrop or its close button', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    const modal = page.getByRole('dialog')
    const widths = { sm: 384, md: 512, lg: 768, xl: 1024 }
    for (const [size, width] of Object.entries(widths)) {
      await button(page, `Modal ${size}`).click()
      expect((await modal.boundingBox())?.width).toBe(width)
      if (size === 'sm') await button(modal, 'Close').click()
      else await page.mouse.click(20, 20)
      await gone(modal)
    }
  })
})

describe('a confirm dialog', () => {
  test('a confirm dialog runs its action and closes; cancelled, it does nothing', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    const dialog = page.getByRole('alertdialog')
    const labels = { warning: uiTexts.confirm, danger: 'Delete', info: 'Send' }
    for (const [kind, label] of Object.entries(labels)) {
      for (const answer of [uiTexts.cancel, label]) {
        await button(page, `Confirm ${kind}`).click()
        await button(dialog, answer).click()
        await gone(dialog)
      }
    }
    await part(page, 'Confirm dialog').getByText('Confirmed: 3').waitFor()
  })

  test('a loading confirm dialog disables both buttons and cannot be closed', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(page, 'Already loading').click()
    const dialog = page.getByRole('alertdialog')
    await button(dialog, uiTexts.processing).waitFor()
    expect(await button(dialog, uiTexts.processing).isDisabled()).toBe(true)
    expect(await button(dialog, uiTexts.cancel).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await holdsFocus(dialog)).toBe(true)
  })

  test('a confirm dialog waits for its action, and stays open where requested', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    const dialog = page.getByRole('alertdialog')
    for (const opener of ['Handler starts loading', 'Handler promises']) {
      await button(page, opener).click()
      await button(dialog, uiTexts.confirm).click()
      await button(dialog, uiTexts.processing).waitFor()
      await button(dialog, 'End this example').click()
      await gone(dialog)
    }
    await button(page, 'No auto-close').click()
    await button(dialog, uiTexts.confirm).click()
    await page.getByText('Confirmed: 3').waitFor()
    expect(await button(dialog, uiTexts.confirm).isEnabled()).toBe(true)
  })
})

test('the tab bar is a row with arrow keys, and a dropdown on a phone', async () => {
  const page = await visit(app, { path })
  const tabs = part(page, 'Tab bar')
  const panel = (name: string) => tabs.getByRole('tabpanel', { name }).waitFor()
  await tabs.getByRole('tab', { name: 'Shows' }).click()
  await page.keyboard.press('ArrowRight')
  await panel('Releases')
  expect(await hasFocus(tabs.getByRole('tab', { name: 'Releases' }))).toBe(true)
  await page.keyboard.press('End')
  await panel('Press')
  expect(await tabs.getByRole('combobox').isVisible()).toBe(false)

  await page.setViewportSize(viewports.phone)
  expect(await tabs.getByRole('tablist').isVisible()).toBe(false)
  await tabs.getByRole('combobox', { name: 'Part of the site' }).selectOption('releases')
  await tabs.getByText('Four records and a handful of songs.').waitFor()
})

describe('a toast', () => {
  /** A clock that only the test moves. */
  const visitWithStoppedClock = async () => {
    const page = await visit(app, { path, now: '2026-03-01T12:00:00Z', reducedMotion: true })
    await page.clock.pauseAt('2026-03-01T13:00:00Z')
    return page
  }

  test('a toast has a colour and live region by kind, and disappears after 5000 ms', async () => {
    const page = await visitWithStoppedClock()
    const kinds = [
      ['Success', 'polite', 'rgb(21, 128, 61)'],
      ['Error', 'assertive', 'rgb(185, 28, 28)'],
      ['Info', 'polite', 'rgb(29, 78, 216)'],
    ] as const
    for (const [kind, manner, colour] of kinds) {
      await button(page, `${kind} toast`).click()
      const toast = page.locator(`[aria-live=${manner}] [data-toast=${kind.toLowerCase()}]`)
      await toast.waitFor()
      expect(await toast.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(colour)
      await page.mouse.move(5, 5)
      await page.clock.fastForward(4999)
      expect(await toast.isVisible()).toBe(true)
      await page.clock.fastForward(1)
      await gone(toast)
    }
  })

  test('a toast stays while hovered or focused, and returns the focus', async () => {
    const page = await visitWithStoppedClock()
    const opener = button(page, 'Info toast')
    const toast = page.locator('[data-toast]')
    await opener.click()
    await toast.hover()
    await page.clock.fastForward(60_000)
    await button(toast, 'Dismiss').focus()
    await page.mouse.move(5, 5)
    await page.clock.fastForward(60_000)
    await page.keyboard.press('Enter')
    await gone(toast)
    expect(await hasFocus(opener)).toBe(true)
  })

  test('a toast can be dismissed while a dialog stays open', async () => {
    const page = await visitWithStoppedClock()
    await button(page, 'Info toast').click()
    await button(page, 'Modal md').click()
    await page.getByRole('dialog').waitFor()
    await page.locator('[data-toast] button').click()
    await gone(page.locator('[data-toast]'))
    expect(await page.getByRole('dialog').isVisible()).toBe(true)
  })
})

test('a notice is shown while the network is down', async () => {
  const page = await visit(app, { path, reducedMotion: true })
  const notice = page.getByRole('status').filter({ hasText: uiTexts.offline })
  await page.context().setOffline(true)
  await notice.waitFor()
  await page.context().setOffline(false)
  await gone(notice)
})

test('a password can be shown; a busy button does nothing more and keeps the focus', async () => {
  const page = await visit(app, { path })
  const password = part(page, 'Password field')
  for (const type of ['text', 'password']) {
    await password.getByRole('button', { name: 'Show password' }).first().click()
    expect(await password.getByLabel('Password', { exact: true }).getAttribute('type')).toBe(type)
  }
  const work = part(page, 'Button at work')
  await button(work, 'Start work').click()
  await page.keyboard.press('Enter')
  await work.getByText('Pressed: 1').waitFor()
  expect(await hasFocus(button(work, 'Start work'))).toBe(true)
})

test('each error boundary shows its error until the visitor navigates', async () => {
  const page = await visit(app, { path, expected: [/broke on purpose/] })
  const boundaries = {
    'password reset page': resetTexts.pageBroken,
    'admin login page': adminTexts.loginBroken,
    'admin screen': adminTexts.crashed,
    cart: cartErrorTexts.message,
    'other part': errorPanelTexts.title,
  }
  for (const [name, words] of Object.entries(boundaries)) {
    const place = part(page, `Boundary of the ${name}`)
    const shown = place.getByText(words).first()
    await button(place, `Break the ${name}`).click()
    await shown.waitFor()
    await button(place, 'Repair').click()
    expect(await shown.isVisible()).toBe(true)
    await button(place, 'Go elsewhere').click()
    await place.getByText(`The ${name} is well.`).waitFor()
  }
})

test('an error screen can reload the page', async () => {
  const page = await visit(app, { path })
  const screens = { 'Error panel': uiTexts.reload, 'Admin crash': uiTexts.reload, 'Cart error': cartErrorTexts.refresh }
  for (const [name, label] of Object.entries(screens)) {
    const reloaded = page.waitForEvent('load')
    await button(part(page, name), label).click()
    await reloaded
    // Its name is known only to a page that is alive again.
    await button(part(page, 'Theme'), 'Switch to dark theme').waitFor()
  }
})

/** What moves is there for a moment only, so each transition writes it down as soon as it begins. */
async function noteTransitions(page: Page) {
  const noted = await page.evaluateHandle(() => {
    const noted: { pseudoElement: string; name: string | null; duration: unknown }[] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (change) => {
      const transition = start(change)
      const note = () => {
        for (const animation of document.getAnimations()) {
          const { pseudoElement, getTiming } = animation.effect as KeyframeEffect
          if (!pseudoElement?.startsWith('::view-transition')) continue
          const { duration } = getTiming.call(animation.effect)
          const name = animation instanceof CSSAnimation ? animation.animationName : null
          noted.push({ pseudoElement, name, duration })
        }
      }
      transition.ready.then(note)
      return transition
    }
    return noted
  })
  return () => noted.jsonValue()
}

describe('the theme', () => {
  const shown = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)

  test('the theme changes in 200 ms, is stored, and applies to every tab', async () => {
    const page = await visit(app, { path })
    const otherTab = await page.context().newPage()
    await otherTab.goto(path)
    await button(part(otherTab, 'Theme'), 'Switch to dark theme').waitFor()
    await page.bringToFront()
    const noted = await noteTransitions(page)
    await button(part(page, 'Theme'), 'Switch to dark theme').click()
    const lengths = async () => [...new Set((await noted()).map(({ duration }) => duration))]
    await expect.poll(lengths, soon).toEqual([200])
    await expect.poll(() => page.evaluate(() => document.documentElement.className), soon).toBe('')
    expect(await shown(page)).toBe('dark')
    await expect.poll(() => shown(otherTab), soon).toBe('dark')
    await page.reload()
    expect(await shown(page)).toBe('dark')
  })

  test('the theme follows the system until chosen, and changes at once under reduced motion', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    const toggle = button(part(page, 'Theme'), 'Switch to light theme')
    await toggle.waitFor()
    expect(await shown(page)).toBe('dark')
    const after = await toggle.evaluate((element: HTMLElement) => {
      element.click()
      return [getComputedStyle(document.documentElement).colorScheme, document.getAnimations().length]
    })
    expect(after).toEqual(['light', 0])
  })
})

describe('page transitions', () => {
  test('page transitions have five kinds, each of 300 ms', async () => {
    const page = await visit(app, { path })
    const noted = await noteTransitions(page)
    const moves = async () =>
      (await noted()).flatMap(({ pseudoElement, name, duration }) =>
        pseudoElement === '::view-transition-new(root)' ? [`${name} ${duration}`] : [],
      )
    // Other parts of this page move for ever.
    const going = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .some(({ effect }) => (effect as KeyframeEffect).pseudoElement === '::view-transition-new(root)'),
      )
    const ways = {
      fade: '-ua-view-transition-fade-in 300',
      slide: 'page-slide-in 300',
      slideUp: 'page-rise 300',
      scale: 'page-grow-in 300',
      flip: 'page-flip-in 300',
    }
    for (const [kind, animation] of Object.entries(ways)) {
      await button(part(page, 'Page transitions'), kind).click()
      await expect.poll(moves, soon).toContain(animation)
      await expect.poll(going, soon).toBe(false)
    }
  })

  test('page transitions do not move under reduced motion', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    await button(part(page, 'Page transitions'), 'slide').click()
    await part(page, 'Page transitions').getByText('1', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

describe('a picture', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const states = [
    ['Picture that failed', 'wide', imageTexts.failed],
    ['Small picture that failed', 'small', imageTexts.unavailable],
    ['Tiny picture that failed', 'tiny', imageTexts.unavailable],
  ] as const

  test.each(states)(
    'in the state “%s” shows its message, and is requested again on Retry',
    async (name, file, words) => {
      const page = await visit(app, { path })
      const failed = part(page, name)
      await failed.scrollIntoViewIfNeeded()
      await failed.getByText(words).waitFor()
      const retry = button(failed, uiTexts.retry)
      const { width, height } = (await retry.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)

      const again = page.waitForRequest((request) => request.url().includes(`as=${file}`))
      await retry.click()
      const first = new URL((await again).url()).search
      expect(first).toMatch(/retry=\d+/)
      await retry.waitFor()

      await page.route(`**/api/site?as=${file}*`, (route) => route.fulfill({ contentType: 'image/png', body: png }))
      const oncemore = page.waitForRequest((request) => request.url().includes(`as=${file}`))
      await retry.click()
      expect(new URL((await oncemore).url()).search).not.toBe(first)
      await failed.getByRole('img', { name: 'A stage at night' }).waitFor()
      expect(await retry.count()).toBe(0)
    },
  )

  test('a picture is requested when it comes within 50 px of the window', async () => {
    const page = await visit(app, { path, reducedMotion: true })
    const picture = part(page, 'Picture that failed').locator('.picture')
    /** Scrolls until the picture lies this far below the window, and lets everyone who watches for it hear and draw. */
    const leave = (gap: number) =>
      picture.evaluate(async (box, px) => {
        await document.fonts.ready
        const below = () => box.getBoundingClientRect().top - window.innerHeight
        window.scrollTo({ top: Math.ceil(window.scrollY + below() - px), behavior: 'instant' })
        const frame = () => new Promise(requestAnimationFrame)
        for (let frames = 0; frames < 10; frames++) await frame()
        return below()
      }, gap)
    const requests: string[] = []
    page.on('request', (request) => void (request.url().includes('as=wide') && requests.push(request.url())))
    await page.waitForLoadState('networkidle')
    expect(await leave(53)).toBeGreaterThan(50)
    expect(await picture.getAttribute('data-far')).toBe('true')
    expect(requests).toEqual([])
    expect(await leave(48)).toBeLessThan(50)
    await picture.locator('.picture-failure').waitFor()
    expect(requests).toHaveLength(1)
  })
})
