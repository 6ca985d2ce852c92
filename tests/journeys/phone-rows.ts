import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { viewports } from '#tests/browser/visit.ts'

/** Checks that no row of the open list has more than two lines on a phone, and none is cut off at the right. */
export async function checkPhoneRows(page: Page): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize(viewports.phone)
  const rows = page.locator('[data-row], [data-reorder]')
  await rows.first().waitFor()
  const sizes = await rows.evaluateAll((all) =>
    all.map((row) => ({ height: row.clientHeight, right: row.getBoundingClientRect().right })),
  )
  // Two lines that can be pressed, 44 px each, and room around them.
  expect(Math.max(...sizes.map(({ height }) => height))).toBeLessThanOrEqual(104)
  expect(Math.max(...sizes.map(({ right }) => right))).toBeLessThanOrEqual(viewports.phone.width)
  await page.setViewportSize(before)
}
