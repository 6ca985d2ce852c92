import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { defaultMaxWaitMs } from '#app/http/limits/overload.ts'
import { pageDeadlineMs } from '#app/http/pages/page-deadline.ts'
import type { ChaosCase } from './case.ts'
import { sendHttpRequest } from './http-request.ts'
import { runShopLoad } from './load.ts'
import { type OverloadObservations, queueWaitMs, startOverloadObserver } from './overload-observer.ts'
import type { ChaosWorld } from './world.ts'

const seconds = 6
const crowd = 300
/** An admitted observer waits for its page, so a single one would hardly ever be refused. */
const listeners = 10
/** All requests come at the same moment; requests after that moment are judged. */
const firstRush = 1_000

/**
 * The limit in milliseconds for a refusal without a place in the queue: by the server's clock from reading the request,
 * and for the median by the visitors' clocks, which include the way. Crowd and server share the processors, so the
 * visitors' times are scaled by the server's share of one.
 */
const soon = 50
/** A queued request is refused at the end of its wait, and not much later. */
const latest = defaultMaxWaitMs + 1_000
/** Fewer samples are not enough to judge. */
const minSamples = 10
/** At least this many times as many requests as answers must come, or it is no rush. */
const crowdRatio = 10
/** The median of cached pages may take this many times as long as a page rendered on an idle server. */
const keptRatio = 2
/** An admitted request has waited at most this long, and the render has its own limit. */
const maxServedMs = defaultMaxWaitMs + pageDeadlineMs

type PageAnswer = { status: number; ms: number; waited: number; retryAfter: unknown }
type Rush = OverloadObservations & { answers: PageAnswer[]; beganAt: number; quietly: Times; share: number }
type Times = { p50: number; p99: number }

/** Ten times as many requests as the server can answer, all for uncached pages, while others buy. */
const crowded =
  (isJudgedByTime: boolean): ChaosCase['run'] =>
  async (world) => {
    const report = (words: string) => world.trouble.push(`overload: ${words}`)
    const quietly = await times(world, 30)
    const listening = await startOverloadObserver(world.port, listeners)
    const beganAt = Date.now()
    const shareSince = shareOfProcessor(world.app.pid())
    const comingAndGoing = comeAgain(world)
    const healthy = sendHttpRequest(world.port, { host: 'localhost', path: '/healthz' })
    await after(firstRush)
    const paying = visitsOfTheTill(world)
    const bought = runShopLoad(world, { buyers: 8, messages: 0, uploads: 0, drafts: 0, cancels: 0 })
    await after(seconds * 1_000)
    const share = shareSince()
    const heard = await listening.end()
    const answers = await comingAndGoing.end()
    await bought
    for (const { path, status } of await paying) if (status === 503) report(`a buyer was refused at ${path}`)
    if ((await healthy)?.status !== 200) report('it did not say that it is alive')
    const rush = { ...heard, answers, beganAt, quietly, share }
    judgeWords(rush, report)
    if (isJudgedByTime) judgeTimes(rush, report)
    await after(2_000)
    const recovered = await times(world, 20)
    if (recovered.p99 > Math.max(500, quietly.p99 * 3)) report(`it has not recovered: ${recovered.p99} ms`)
    return () => (answers.some(({ status }) => status === 503) ? described(rush) : null)
  }

export const overloadCase: ChaosCase = {
  name: 'ten times more visitors than can be answered',
  from: 'quick',
  run: crowded(true),
}

/**
 * With hardly more memory than it needs, the server spends its time on garbage collection: refusals are slow, but it
 * survives.
 */
export const smallMemoryCase: ChaosCase = {
  name: 'too many visitors for a process with little memory',
  from: 'full',
  settings: () => ({ NODE_OPTIONS: '--max-old-space-size=256' }),
  run: crowded(false),
}

/** The pages of payment and confirmation. */
const visitsOfTheTill = ({ port }: ChaosWorld) =>
  Promise.all(
    ['/cart', '/checkout', '/payment/confirm?session_id=cs_nobody'].map(async (path) => {
      const answer = await sendHttpRequest(port, { host: 'localhost', path, longest: 15_000 })
      return { path, status: answer?.status ?? 503 }
    }),
  )

function comeAgain({ port }: ChaosWorld): { end: () => Promise<PageAnswer[]> } {
  const answers: PageAnswer[] = []
  let isOver = false
  const visitor = async (n: number) => {
    for (let again = 0; !isOver; again++) {
      const answer = await sendHttpRequest(port, { host: 'localhost', path: `/shop?q=${n}-${again}`, longest: 15_000 })
      if (!answer) continue
      const { status, ms, headers } = answer
      answers.push({ status, ms, waited: queueWaitMs(answer), retryAfter: headers['retry-after'] })
      if (status === 503) await after(150)
    }
  }
  const visitors = Array.from({ length: crowd }, (_, n) => visitor(n))
  return {
    end: async () => {
      isOver = true
      await Promise.all(visitors)
      return answers
    },
  }
}

function judgeWords({ answers, refusals, cachedPages }: Rush, report: (words: string) => void): void {
  const other = answers.filter(({ status }) => status !== 200 && status !== 503)
  if (other.length) report(`${other.length} answers were ${other[0]!.status}`)
  if (answers.some(({ status, retryAfter }) => status === 503 && !retryAfter))
    report('an answer did not say when to come back')
  if (!answers.some(({ status }) => status === 200)) report('no request was answered')
  if (refusals.length < minSamples) report(`the observers were refused only ${refusals.length} times`)
  if (cachedPages.length < seconds) report(`only ${cachedPages.length} pages were asked of the cache`)
  for (const { status } of cachedPages) if (status !== 200) report(`a page from the cache was answered with ${status}`)
}

function judgeTimes(rush: Rush, report: (words: string) => void): void {
  const { inServer, late, byTheirClock, keptTimes, served } = timesOf(rush)
  const { quietly, share, answers } = rush
  const samples = {
    'were refused at once': inServer,
    'observers were refused at once': byTheirClock,
    'had a page from the cache': keptTimes,
  }
  for (const [who, { length }] of Object.entries(samples)) if (length < minSamples) report(`only ${length} ${who}`)
  if (answers.length < crowdRatio * served.length) report(`${answers.length} came, and ${served.length} were answered`)
  const [server, theirs, cachedPages] = [
    quantile(inServer, 0.99),
    quantile(byTheirClock, 0.5),
    quantile(keptTimes, 0.5),
  ]
  if (server > soon) report(`the server took ${server} ms to refuse a request`)
  if (theirs > soon / share) report(`a visitor waited ${theirs} ms for a refusal`)
  if (late.some(({ ms }) => ms > latest)) report(`a queued visitor waited ${quantile(late, 1)} ms for a refusal`)
  if (quantile(served, 0.99) > maxServedMs) report(`an admitted visitor waited ${quantile(served, 0.99)} ms`)
  if (cachedPages > (keptRatio * quietly.p50) / share)
    report(`a page from the cache took ${cachedPages} ms, and one that is made quietly ${quietly.p50} ms`)
}

/** Refusals without a place in the queue and refusals after a wait, distinguished by the server-timing header. */
function timesOf({ answers, refusals, cachedPages, beganAt }: Rush) {
  const hadPlace = (waited: number) => waited > defaultMaxWaitMs / 2
  const isLater = ({ sentAt }: { sentAt: number }) => sentAt > beganAt + firstRush
  const refused = answers.filter(({ status }) => status === 503).map(({ waited }) => ({ ms: waited }))
  return {
    inServer: refused.filter(({ ms }) => !hadPlace(ms)),
    late: refused.filter(({ ms }) => hadPlace(ms)),
    byTheirClock: refusals.filter((each) => isLater(each) && !hadPlace(each.waitedMs)),
    keptTimes: cachedPages.filter(isLater),
    served: answers.filter(({ status }) => status === 200),
  }
}

function described(rush: Rush): string {
  const { inServer, late, byTheirClock, keptTimes, served } = timesOf(rush)
  const both = (all: { ms: number }[]) => `median ${quantile(all, 0.5)} ms, p99 ${quantile(all, 0.99)} ms`
  return [
    `${inServer.length} refused at once (in the server p99 ${quantile(inServer, 0.99)} ms; by their clock ${both(byTheirClock)})`,
    `${late.length} after waiting`,
    `${served.length} answered (${both(served)}; quietly ${rush.quietly.p50} and ${rush.quietly.p99} ms)`,
    `${keptTimes.length} from the cache (${both(keptTimes)})`,
    `the server had ${rush.share.toFixed(2)} of a processor`,
  ].join(', ')
}

/** The share of one processor that a process has used; at most one, because one thread renders the pages. */
function shareOfProcessor(pid: number): () => number {
  const path = `/proc/${pid}/stat`
  // The system counts hundredths of a second.
  const busyMs = () => {
    const [, fields = ''] = /\) (.*)/.exec(readFileSync(path, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13)
    return 10 * (Number(user) + Number(system))
  }
  const [before, since] = [busyMs(), performance.now()]
  // Another check reports that a process has died.
  return () => (existsSync(path) ? Math.min(1, (busyMs() - before) / (performance.now() - since)) : 1)
}

async function times(world: ChaosWorld, count: number): Promise<Times> {
  const all: { ms: number }[] = []
  for (let n = 0; n < count; n++) {
    const answer = await sendHttpRequest(world.port, { host: 'localhost', path: `/shop?q=calm-${n}` })
    all.push({ ms: answer?.status === 200 ? answer.ms : 10_000 })
  }
  return { p50: quantile(all, 0.5), p99: quantile(all, 0.99) }
}

/** Infinite without samples. */
function quantile(all: { ms: number }[], part: number): number {
  const sorted = all.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY)
}
