import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { defaultMaxWaitMs } from '#app/http/overload.ts'
import { pageDeadlineMs } from '#app/http/page-deadline.ts'
import { ask } from './ask.ts'
import type { Case } from './case.ts'
import { play } from './load.ts'
import { type Listened, startListening, waitedMs } from './told-when.ts'
import type { World } from './world.ts'

const seconds = 6
const crowd = 300
/** Whoever is let in waits for a page, so one who listens would hardly ever be told. */
const listeners = 10
/** They all come in the same moment, and whoever comes after that moment is judged. */
const firstRush = 1_000

/**
 * Whoever finds no place to wait is told within this time, in milliseconds: by the server's clock, from when it has read
 * what they want, and half of them by their own, which has the way there too. Crowd and server share the processors, and
 * others may be there; how much of one the server had stretches the times on the visitors' clocks, and no others.
 */
const soon = 50
/** Whoever had a place is told when their time is over, and not much later. */
const latest = defaultMaxWaitMs + 1_000
/** Of fewer nothing can be said. */
const leastSamples = 10
/** So many times as many as are answered have to come, or it is no rush. */
const crowdRatio = 10
/** So many times as long as a page takes that is made while nobody else is there, half of those at hand may take. */
const keptRatio = 2
/** Whoever is let in has waited at most so long before, and the page has its own limit. */
const longestServed = defaultMaxWaitMs + pageDeadlineMs

type Told = { status: number; ms: number; waited: number; retryAfter: unknown }
type Rush = Listened & { answers: Told[]; beganAt: number; quietly: Times; share: number }
type Times = { p50: number; p99: number }

/** Ten times as many as it can answer, all of pages that must be made anew, while others buy. */
const crowded =
  (isJudgedByTime: boolean): Case['run'] =>
  async (world) => {
    const say = (words: string) => world.trouble.push(`overload: ${words}`)
    const quietly = await times(world, 30)
    const listening = await startListening(world.port, listeners)
    const beganAt = Date.now()
    const shareSince = shareOfProcessor(world.app.pid())
    const comingAndGoing = comeAgain(world)
    const healthy = ask(world.port, { host: 'localhost', path: '/healthz' })
    await after(firstRush)
    const paying = visitsOfTheTill(world)
    const bought = play(world, { buyers: 8, messages: 0, uploads: 0, drafts: 0, cancels: 0 })
    await after(seconds * 1_000)
    const share = shareSince()
    const heard = await listening.end()
    const answers = await comingAndGoing.end()
    await bought
    for (const { path, status } of await paying) if (status === 503) say(`whoever pays was turned away at ${path}`)
    if ((await healthy)?.status !== 200) say('it did not say that it is alive')
    const rush = { ...heard, answers, beganAt, quietly, share }
    judgeWords(rush, say)
    if (isJudgedByTime) judgeTimes(rush, say)
    await after(2_000)
    const recovered = await times(world, 20)
    if (recovered.p99 > Math.max(500, quietly.p99 * 3)) say(`it has not recovered: ${recovered.p99} ms`)
    return () => (answers.some(({ status }) => status === 503) ? described(rush) : null)
  }

export const overloaded: Case = {
  name: 'ten times more visitors than can be answered',
  from: 'quick',
  run: crowded(true),
}

/** With hardly more memory than it needs it spends its time on finding some: nobody is told soon, and it lives. */
export const smallMemory: Case = {
  name: 'too many visitors for a process with little memory',
  from: 'full',
  settings: () => ({ NODE_OPTIONS: '--max-old-space-size=256' }),
  run: crowded(false),
}

/** The pages on which somebody pays, and hears that it is done. */
const visitsOfTheTill = ({ port }: World) =>
  Promise.all(
    ['/cart', '/checkout', '/payment/confirm?session_id=cs_nobody'].map(async (path) => {
      const answer = await ask(port, { host: 'localhost', path, longest: 15_000 })
      return { path, status: answer?.status ?? 503 }
    }),
  )

function comeAgain({ port }: World): { end: () => Promise<Told[]> } {
  const answers: Told[] = []
  let isOver = false
  const visitor = async (n: number) => {
    for (let again = 0; !isOver; again++) {
      const answer = await ask(port, { host: 'localhost', path: `/shop?q=${n}-${again}`, longest: 15_000 })
      if (!answer) continue
      const { status, ms, headers } = answer
      answers.push({ status, ms, waited: waitedMs(answer), retryAfter: headers['retry-after'] })
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

function judgeWords({ answers, told, kept }: Rush, say: (words: string) => void): void {
  const other = answers.filter(({ status }) => status !== 200 && status !== 503)
  if (other.length) say(`${other.length} answers were ${other[0]!.status}`)
  if (answers.some(({ status, retryAfter }) => status === 503 && !retryAfter))
    say('an answer did not say when to come back')
  if (!answers.some(({ status }) => status === 200)) say('nobody was answered')
  if (told.length < leastSamples) say(`those who listened were told to come back only ${told.length} times`)
  if (kept.length < seconds) say(`only ${kept.length} pages were asked of the cache`)
  for (const { status } of kept) if (status !== 200) say(`a page from the cache was answered with ${status}`)
}

function judgeTimes(rush: Rush, say: (words: string) => void): void {
  const { inServer, late, byTheirClock, keptTimes, served } = timesOf(rush)
  const { quietly, share, answers } = rush
  const samples = {
    'were told at once': inServer,
    'who listened were told at once': byTheirClock,
    'had a page from the cache': keptTimes,
  }
  for (const [who, { length }] of Object.entries(samples)) if (length < leastSamples) say(`only ${length} ${who}`)
  if (answers.length < crowdRatio * served.length) say(`${answers.length} came, and ${served.length} were answered`)
  const [server, theirs, kept] = [quantile(inServer, 0.99), quantile(byTheirClock, 0.5), quantile(keptTimes, 0.5)]
  if (server > soon) say(`the server took ${server} ms to tell somebody to come back`)
  if (theirs > soon / share) say(`it took ${theirs} ms to tell somebody to come back`)
  if (late.some(({ ms }) => ms > latest)) say(`somebody waited ${quantile(late, 1)} ms to be told to come back`)
  if (quantile(served, 0.99) > longestServed) say(`whoever was let in waited ${quantile(served, 0.99)} ms`)
  if (kept > (keptRatio * quietly.p50) / share)
    say(`a page from the cache took ${kept} ms, and one that is made quietly ${quietly.p50} ms`)
}

/** Those who had no place to wait are told apart from those whose time to wait was over, by what the server says. */
function timesOf({ answers, told, kept, beganAt }: Rush) {
  const hadPlace = (waited: number) => waited > defaultMaxWaitMs / 2
  const isLater = ({ askedAt }: { askedAt: number }) => askedAt > beganAt + firstRush
  const refused = answers.filter(({ status }) => status === 503).map(({ waited }) => ({ ms: waited }))
  return {
    inServer: refused.filter(({ ms }) => !hadPlace(ms)),
    late: refused.filter(({ ms }) => hadPlace(ms)),
    byTheirClock: told.filter((each) => isLater(each) && !hadPlace(each.waitedMs)),
    keptTimes: kept.filter(isLater),
    served: answers.filter(({ status }) => status === 200),
  }
}

function described(rush: Rush): string {
  const { inServer, late, byTheirClock, keptTimes, served } = timesOf(rush)
  const both = (all: { ms: number }[]) => `median ${quantile(all, 0.5)} ms, p99 ${quantile(all, 0.99)} ms`
  return [
    `${inServer.length} told at once to come back (in the server p99 ${quantile(inServer, 0.99)} ms; by their clock ${both(byTheirClock)})`,
    `${late.length} after waiting`,
    `${served.length} answered (${both(served)}; quietly ${rush.quietly.p50} and ${rush.quietly.p99} ms)`,
    `${keptTimes.length} from the cache (${both(keptTimes)})`,
    `the server had ${rush.share.toFixed(2)} of a processor`,
  ].join(', ')
}

/** How much of one processor a process has had when it is asked; never more than one, because one makes the pages. */
function shareOfProcessor(pid: number): () => number {
  const path = `/proc/${pid}/stat`
  // The system counts hundredths of a second.
  const busyMs = () => {
    const [, fields = ''] = /\) (.*)/.exec(readFileSync(path, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13)
    return 10 * (Number(user) + Number(system))
  }
  const [before, since] = [busyMs(), performance.now()]
  // That one has died is said elsewhere.
  return () => (existsSync(path) ? Math.min(1, (busyMs() - before) / (performance.now() - since)) : 1)
}

async function times(world: World, count: number): Promise<Times> {
  const all: { ms: number }[] = []
  for (let n = 0; n < count; n++) {
    const answer = await ask(world.port, { host: 'localhost', path: `/shop?q=calm-${n}` })
    all.push({ ms: answer?.status === 200 ? answer.ms : 10_000 })
  }
  return { p50: quantile(all, 0.5), p99: quantile(all, 0.99) }
}

/** Of nothing it is as bad as can be. */
function quantile(all: { ms: number }[], part: number): number {
  const sorted = all.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY)
}
