import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { App } from '#tests/browser/app.ts'
import { saveEvidence } from '#tests/browser/evidence.ts'
import { recordPageProblems, unexpectedProblems } from '#tests/browser/problems.ts'
import { startChromium } from '#tests/services/chromium.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

export const viewports = {
  phone: { width: 360, height: 780 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
}
export type Viewport = keyof typeof viewports

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

type Visit = {
  host?: string
  path?: string
  viewport?: Viewport
  /** What the visitor's system prefers. */
  theme?: Theme
  reducedMotion?: boolean
  javaScript?: boolean
  /** What the browser's clock says at first; `page.clock` moves it on. The server's clock stays as it is. */
  now?: Date | string
  /** Problems that belong to this journey, by their wording: `/404: GET .*nowhere/`. Each must happen. */
  expected?: RegExp[]
  /** Anything else that Playwright lets a visitor have: a time zone, a language, stored cookies. */
  browser?: BrowserContextOptions
}

let browser: Promise<Browser> | undefined

/** One browser for each worker, from its first visit to the end of the worker. */
export function openBrowser(): Promise<Browser> {
  browser ??= startChromium()
  return browser
}

/** A new visitor opens a page, and leaves when the test ends. */
export async function visit(app: Pick<App, 'address' | 'log'>, wanted: Visit = {}): Promise<Page> {
  const { host, path = '/', viewport = 'desktop', theme = 'light', javaScript = true } = wanted
  const origin = app.address(host)
  const context = await (await openBrowser()).newContext({
    baseURL: origin,
    viewport: viewports[viewport],
    hasTouch: viewport !== 'desktop',
    isMobile: viewport === 'phone',
    colorScheme: theme,
    reducedMotion: wanted.reducedMotion ? 'reduce' : 'no-preference',
    javaScriptEnabled: javaScript,
    ...wanted.browser,
  })
  context.setDefaultTimeout(waitLimitMs)
  recordPageProblems(context, origin, wanted.expected ?? [])
  // Pictures of every step cost a third of a journey's time: only on request.
  await context.tracing.start({ title: path, snapshots: process.env.TRACE === 'on' })
  onTestFinished(async (test) => {
    const problems = await unexpectedProblems(context)
    if (problems.length || test.task.result?.state === 'fail') await saveEvidence(context, app, test.task)
    await context.close()
    if (problems.length) throw new Error(['This happened during the visit:', ...problems].join('\n  '))
  })

  const page = await context.newPage()
  if (wanted.now) await page.clock.install({ time: wanted.now })
  await page.goto(path)
  if (javaScript) await waitForHydration(page)
  return page
}

/** Waits until a click on anything of the page would be heard, and what React does after that has been done. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(isAlive)
  await page.evaluate(twoTurns)
}

/** By messages, as React takes its own turns: a journey may have stopped the clock. */
async function twoTurns(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    const { port1, port2 } = new MessageChannel()
    await new Promise((done) => {
      port1.onmessage = done
      port2.postMessage(null)
    })
    port1.close()
  }
}

/**
 * A page that brings along what its router knew on the server is React's, and React keeps note on the document of whether it has taken over the
 * server's markup, and on each element that it has. Parts whose code comes later are taken over later.
 */
function isAlive(): boolean {
  const root = Object.entries(document).find(([name]) => name.startsWith('__reactContainer$'))?.[1]
  if (!root) return !('$_TSR' in window)
  if (root.stateNode.current.memoizedState.isDehydrated) return false
  const controls = document.querySelectorAll('main :is(button, input, select, textarea)')
  return [...controls].every((control) => Object.keys(control).some((name) => name.startsWith('__reactFiber$')))
}
