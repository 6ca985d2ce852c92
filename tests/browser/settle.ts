import type { Page } from 'playwright-core'

/**
 * Scrolls through the page once, so that what waits to be seen has been, then waits until fonts and images are there and
 * nothing moves any more.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Where scripts are off, no frame would ever call us back.
    if (matchMedia('(scripting: none)').matches) return
    const frame = () => new Promise(requestAnimationFrame)
    const { scrollX, scrollY } = window
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' })
      await frame()
    }
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    await frame()
    await document.fonts.ready
    for (const image of document.images) image.loading = 'eager'
    const loaded = (image: HTMLImageElement) =>
      new Promise<unknown>((done) => {
        for (const event of ['load', 'error']) image.addEventListener(event, done, { once: true })
        if (image.complete) done(null)
      })
    await Promise.all([...document.images].map(loaded))
    await frame()
    // What stands still, follows the scrolling or never ends is not worth waiting for.
    const willEnd = ({ playState, timeline, effect }: Animation) =>
      playState === 'running' &&
      timeline instanceof DocumentTimeline &&
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const moving = document.getAnimations().filter(willEnd)
    await Promise.all(moving.map((animation) => animation.finished.catch(() => {})))
  })
}
