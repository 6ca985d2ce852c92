import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { waitForVisualStability, withTimeout } from '#tests/browser/visual-stability.ts'

/** WCAG 2.2 AA is all of these together; axe has its good practices apart. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with what axe finds wrong in the page as it is shown now. A mail is no page: it has no landmarks. */
export async function checkAccessibility(page: Page, only: readonly string[] = rules): Promise<void> {
  await waitForVisualStability(page)
  // Half a megabyte to read: once for a document.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  // Working out selectors takes a tenth of the time; a report names elements by their HTML.
  const options = JSON.stringify({ runOnly: only, resultTypes: ['violations'], selectors: false })
  const run = `axe.run(document, ${options}).then(({ violations }) => violations)`
  const violations = await withTimeout(page, 'axe', page.evaluate<AxeResults['violations']>(run))
  const findings = violations.flatMap(({ id, impact, help, helpUrl, nodes }) => [
    `${id} (${impact}): ${help}, ${helpUrl}`,
    ...nodes.map(({ html, failureSummary }) => [`  ${html}`, ...(failureSummary ?? '').split('\n')].join('\n    ')),
  ])
  if (findings.length) throw new Error([`axe finds fault with ${page.url()}:`, ...findings].join('\n'))
}
