import type { BrowserContext, Page, Request } from 'playwright-core'
import { waitLimitMs } from '#tests/wait-limit.ts'

/** `about` is the address that the problem concerns; an echo is the console's report of a failed request. */
type Problem = { text: string; about: string; isEcho?: boolean }
type Watch = { problems: Problem[]; expected: RegExp[]; underway: Set<Request> }

const watches = new WeakMap<BrowserContext, Watch>()

/** Notes everything that goes wrong in the pages of a visitor who belongs on this origin. */
export function recordPageProblems(context: BrowserContext, origin: string, expected: RegExp[]): void {
  const problems: Problem[] = []
  const underway = new Set<Request>()
  watches.set(context, { problems, expected: [...expected], underway })
  const note = (text: string, about = '', isEcho = false) => problems.push({ text, about, isEcho })
  const isForeign = (request: Request) => isElsewhere(request.url(), origin)

  context.on('console', (message) => {
    const { url } = message.location()
    const isEcho = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type())) {
      note(`console ${message.type()}: ${message.text()} (${url})`, url, isEcho)
    }
  })
  context.on('weberror', (webError) => note(`page error: ${webError.error().stack}`))
  context.on('requestfinished', (request) => underway.delete(request))
  context.on('request', (request) => {
    underway.add(request)
    if (isForeign(request)) note(`request to another origin: ${named(request)}`, request.url())
  })
  context.on('requestfailed', (request) => {
    underway.delete(request)
    const why = request.failure()?.errorText ?? ''
    // Aborted is what the page or its visitor chose: a cancelled fetch, a navigation that became a download.
    // A browser without scripts declines to fetch them ahead, and calls that by the name of the policy.
    const isDeclined = why === 'csp' && request.resourceType() === 'script'
    if (why !== 'net::ERR_ABORTED' && !isDeclined && !isForeign(request))
      note(`failed: ${named(request)} (${why})`, request.url())
  })
  context.on('response', (response) => {
    const request = response.request()
    if (response.status() >= 400) note(`${response.status()}: ${named(request)}`, request.url())
  })
  context.on('page', (page) => {
    const requests = new Set<Request>()
    page.on('request', (request) => requests.add(request))
    // The end of requests that were pending when the page was closed is never reported.
    page.on('close', () => {
      for (const request of requests) underway.delete(request)
    })
    page.on('crash', () => note(`the page crashed: ${page.url()}`))
    page.on('websocket', (socket) => {
      if (isElsewhere(socket.url().replace(/^ws/, 'http'), origin)) note(`socket to another origin: ${socket.url()}`)
    })
  })
}

/** Says that something will go wrong in this visitor's pages, and that it should. */
export function expectProblem(page: Page, ...expected: RegExp[]): void {
  watchOf(page.context()).expected.push(...expected)
}

/** Waits until the pages of this visitor have all answers and send no further requests. */
export async function waitForPendingRequests(page: Page): Promise<void> {
  const { underway } = watchOf(page.context())
  const until = Date.now() + waitLimitMs
  for (let quiet = 0; quiet < 2; quiet++) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    if (!underway.size) continue
    if (Date.now() > until) throw new Error(['No answer to:', ...[...underway].map(named)].join('\n  '))
    quiet = -1
  }
}

/** What went wrong and was not expected, and what was expected and did not happen. */
export async function unexpectedProblems(context: BrowserContext): Promise<string[]> {
  // What a page has reported before it answers this has arrived before the answer.
  for (const page of context.pages()) await page.evaluate('0').catch(() => {})
  const { problems, expected } = watchOf(context)
  const once = problems.filter(({ isEcho, about }) => !isEcho || !problems.some((p) => !p.isEcho && p.about === about))
  return [
    ...once.map(({ text }) => text).filter((text) => !expected.some((pattern) => pattern.test(text))),
    ...expected
      .filter((pattern) => !problems.some(({ text }) => pattern.test(text)))
      .map((pattern) => `expected, but did not happen: ${pattern}`),
  ]
}

function watchOf(context: BrowserContext): Watch {
  const found = watches.get(context)
  if (!found) throw new Error('This page was not opened with visit().')
  return found
}

const named = (request: Request) => `${request.method()} ${request.url()}`

const isElsewhere = (url: string, origin: string) => /^https?:/.test(url) && new URL(url).origin !== origin
