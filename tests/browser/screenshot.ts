import type { Page } from 'playwright-core'
import { waitForVisualStability } from '#tests/browser/visual-stability.ts'

/**
 * The whole page, as `screenshots/<name>-<width>-<theme>.png`, for people to look at. Tests have no use for it, and it
 * takes as long as they do: only `npm run screenshots` asks for it.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== 'on') return
  await waitForVisualStability(page)
  const theme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
  const width = page.viewportSize()?.width
  await page.screenshot({ path: `screenshots/${name}-${width}-${theme}.png`, fullPage: true })
}
