/**
 * What a journey needs:
 *
 *     const app = await startApp()
 *
 *     test('a fan finds the next show on a phone', async () => {
 *       const page = await visit(app, { path: '/tour', viewport: 'phone', theme: 'dark' })
 *       await page.getByRole('link', { name: 'Tickets' }).first().click()
 *       await checkAccessibility(page)
 *       await screenshot(page, 'tour')
 *     })
 *
 * A test also fails when a page of its visitors reports an error or a warning, when a request fails, is answered with
 * 400 or more or leaves the page's own origin, unless the test has said that it expects that.
 */
export { checkAccessibility } from '#tests/browser/accessibility.ts'
export { type App, getSharedApp, startApp } from '#tests/browser/app.ts'
export { expectProblem, waitForPendingRequests } from '#tests/browser/problems.ts'
export { screenshot } from '#tests/browser/screenshot.ts'
export {
  checkFurtherLooks,
  checkFurtherState,
  checkLooks,
  horizontalOverflowPx,
  inEveryLook,
  journeyViewports,
} from '#tests/browser/viewports-and-themes.ts'
export {
  type Theme,
  themes,
  type Viewport,
  viewports,
  visit,
  waitForHydration,
} from '#tests/browser/visit.ts'
