import type { Page } from 'playwright-core'
import { waitLimitMs } from '#tests/wait-limit.ts'

/**
 * Scrolls through the page once, so that what waits to be seen has been, then waits until fonts and images are there and
 * nothing moves any more.
 */
export async function waitForVisualStability(page: Page): Promise<void> {
  // Where scripts are off, no frame would ever call us back.
  if (await page.evaluate(() => matchMedia('(scripting: none)').matches)) return
  await withTimeout(page, 'scrolling', page.evaluate(scrollThrough))
  await withTimeout(page, 'its fonts', page.evaluate(fonts))
  await withTimeout(page, 'its pictures', page.evaluate(pictures))
  await withTimeout(page, 'what moves', page.evaluate(movements))
}

/** Calls into a page have no timeout of their own, and a test that times out does not say what it waited for. */
export async function withTimeout<Answer>(page: Page, what: string, answer: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${page.url()} was never done with ${what}`)), waitLimitMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

async function scrollThrough(): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame)
  const { scrollX, scrollY } = window
  for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight) {
    window.scrollTo({ top, behavior: 'instant' })
    await frame()
  }
  window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  await frame()
}

async function fonts(): Promise<void> {
  await document.fonts.ready
}

async function pictures(): Promise<void> {
  for (const image of document.images) image.loading = 'eager'
  const loaded = (image: HTMLImageElement) =>
    new Promise<unknown>((done) => {
      for (const event of ['load', 'error']) image.addEventListener(event, done, { once: true })
      if (image.complete) done(null)
    })
  await Promise.all([...document.images].map(loaded))
  await new Promise(requestAnimationFrame)
}

/** What stands still, follows the scrolling or never ends is not worth waiting for. */
async function movements(): Promise<void> {
  const willEnd = ({ playState, timeline, effect }: Animation) =>
    playState === 'running' &&
    timeline instanceof DocumentTimeline &&
    effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  const moving = document.getAnimations().filter(willEnd)
  await Promise.all(moving.map((animation) => animation.finished.catch(() => {})))
}
