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
export { type App, sharedApp, startApp } from '#tests/browser/app.ts'
export {
  checkFurtherLooks,
  checkFurtherState,
  checkLooks,
  inEveryLook,
  sideways,
  walkedOn,
} from '#tests/browser/looks.ts'
export { expectProblem, whenAnswered } from '#tests/browser/problems.ts'
export { screenshot } from '#tests/browser/screenshot.ts'
export { type Theme, themes, type Viewport, viewports, visit, whenAlive } from '#tests/browser/visit.ts'
