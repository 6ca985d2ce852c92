import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkAccessibility } from '#tests/browser/accessibility.ts'
import { screenshot } from '#tests/browser/screenshot.ts'
import { themes, type Viewport, viewports } from '#tests/browser/visit.ts'
import { isLongRun } from '#tests/long-test.ts'

const everyLook = process.env.LOOKS === 'all'
let turn = 0

/** The widths of a journey: one by default, both in `npm run test:full`. */
export const journeyViewports = (today: 'phone' | 'desktop') => (everyLook ? (['desktop', 'phone'] as const) : [today])

/**
 * Shows an open page at each width in light and dark, without a reload. That is for `npm run test:full`; otherwise one
 * combination is enough, phone in dark and desktop in light alternately.
 */
export async function inEveryLook(
  page: Page,
  look: () => Promise<void>,
  widths: readonly Viewport[] = ['phone', 'desktop'],
): Promise<void> {
  const looks = widths.flatMap((width) => themes.map((theme) => ({ width, theme })))
  const today = turn++ % 2 ? looks[1]! : looks.at(-2)!
  for (const { width, theme } of everyLook ? looks : [today]) {
    await page.setViewportSize(viewports[width])
    await page.emulateMedia({ colorScheme: theme })
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
    await look()
  }
}

/** Checks accessibility and horizontal overflow, and takes a screenshot, in every combination. */
export async function checkLooks(page: Page, name: string, widths?: readonly Viewport[]): Promise<void> {
  await inEveryLook(
    page,
    async () => {
      // A list that is being read again is dimmed.
      await expect.poll(() => page.locator('.dim-when-busy[aria-busy=true]').count()).toBe(0)
      await checkAccessibility(page)
      expect(await horizontalOverflowPx(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0)
      await screenshot(page, name)
    },
    widths,
  )
}

/** Further states of a screen that is checked already: in `npm run test:full`. */
export async function checkFurtherState(page: Page): Promise<void> {
  if (isLongRun) await checkAccessibility(page)
}

/** The same with the looks of the state. */
export async function checkFurtherLooks(page: Page, name: string, widths?: readonly Viewport[]): Promise<void> {
  if (isLongRun) await checkLooks(page, name, widths)
}

/** How far a page scrolls horizontally. */
export const horizontalOverflowPx = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
