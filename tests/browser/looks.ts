import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { themes, type Viewport, viewports } from '#tests/browser/visit.ts'

const everyLook = process.env.LOOKS === 'all'

/**
 * Shows an open page at each width, by day and at night, without loading it again: every day the first width at night
 * and the others by day, so that each width and each theme is seen; in `npm run test:full` every width in both.
 */
export async function inEveryLook(
  page: Page,
  look: () => Promise<void>,
  widths: readonly Viewport[] = ['phone', 'desktop'],
): Promise<void> {
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize(viewports[width])
    for (const theme of everyLook ? themes : ([index === 0 ? 'dark' : 'light'] as const)) {
      await page.emulateMedia({ colorScheme: theme })
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
      await look()
    }
  }
}
