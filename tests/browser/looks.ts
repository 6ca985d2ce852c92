import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { themes, type Viewport, viewports } from '#tests/browser/visit.ts'

/** Shows an open page at each width, by day and at night, without loading it again. */
export async function inEveryLook(
  page: Page,
  look: () => Promise<void>,
  widths: readonly Viewport[] = ['phone', 'desktop'],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(viewports[width])
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme)
      await look()
    }
  }
}
