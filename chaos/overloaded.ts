import { setTimeout as after } from 'node:timers/promises'
import { ask } from './ask.ts'
import type { Case } from './case.ts'
import { play } from './load.ts'
import { startListening } from './told-when.ts'
import type { World } from './world.ts'

const seconds = 6
const crowd = 300
/** Whoever is told to come back is told within this time, in milliseconds; half of them, because we share their processor. */
const soon = 50
/** Every visitor gets it alike, so it is made once. */
const kept = { host: 'localhost', path: '/tour' }

/** Ten times as many as it can answer, all of pages that must be made anew, while others buy. */
const crowded =
  (longestMedian: number): Case['run'] =>
  async (world) => {
    const deaths = world.house.deaths()
    const quietTimes = await times(world, 30)
    const answers: { status: number; ms: number; retryAfter: unknown }[] = []
    let isOver = false
    const visitor = async (n: number) => {
      for (let again = 0; !isOver; again++) {
        const answer = await ask(world.port, { host: 'localhost', path: `/shop?q=${n}-${again}`, longest: 15_000 })
        if (!answer) continue
        answers.push({ status: answer.status, ms: answer.ms, retryAfter: answer.headers['retry-after'] })
        if (answer.status === 503) await after(150)
      }
    }
    await ask(world.port, kept)
    const keptTimes: { ms: number }[] = []
    const reader = async () => {
      for (; !isOver; await after(150)) {
        const answer = await ask(world.port, kept)
        if (answer?.status === 200) keptTimes.push({ ms: answer.ms })
        else world.trouble.push(`overload: a page from the cache was answered with ${answer?.status}`)
      }
    }
    const visitors = Array.from({ length: crowd }, (_, n) => visitor(n))
    const reading = reader()
    await after(1_000)
    const listening = startListening(world.port)
    const bought = play(world, { buyers: 8, messages: 0, uploads: 0, drafts: 0, cancels: 0 })
    const healthy = ask(world.port, { host: 'localhost', path: '/healthz' })
    await after(seconds * 1_000)
    const told = await listening.end()
    isOver = true
    await Promise.all([...visitors, reading])
    await bought
    const health = await healthy
    const shed = answers.filter(({ status }) => status === 503)
    const served = answers.filter(({ status }) => status === 200)
    const other = answers.filter(({ status }) => status !== 200 && status !== 503)
    const say = (words: string) => world.trouble.push(`overload: ${words}`)
    if (other.length) say(`${other.length} answers were ${other[0]!.status}`)
    if (shed.some(({ retryAfter }) => !retryAfter)) say('an answer did not say when to come back')
    if (health?.status !== 200) say('it did not say that it is alive')
    if (!served.length) say('nobody was answered')
    if (told.length < 10) say(`those who listened were told to come back only ${told.length} times`)
    if (world.house.deaths() !== deaths) say('it died')
    if (keptTimes.length < seconds) say(`only ${keptTimes.length} pages came from the cache`)
    const [shedMs, servedMs] = [quantile(told, 0.5), quantile(served, 0.99)]
    if (shedMs > longestMedian) say(`it took ${shedMs} ms to tell somebody to come back`)
    await after(2_000)
    const recovered = await times(world, 20)
    if (recovered.p99 > Math.max(500, quietTimes.p99 * 3)) say(`it has not recovered: ${Math.round(recovered.p99)} ms`)
    const { length: made } = served
    const words = `${shed.length} told to come back (median ${shedMs} ms, p99 ${quantile(told, 0.99)} ms), ${made} answered (p99 ${servedMs} ms), ${keptTimes.length} from the cache (p99 ${quantile(keptTimes, 0.99)} ms)`
    return () => (shed.length ? words : null)
  }

export const overloaded: Case = {
  name: 'ten times more visitors than can be answered',
  from: 'quick',
  run: crowded(soon),
}

/** With hardly more memory than it needs it spends its time on finding some: nobody is told soon, and it lives. */
export const smallMemory: Case = {
  name: 'too many visitors for a process with little memory',
  from: 'full',
  settings: () => ({ NODE_OPTIONS: '--max-old-space-size=256' }),
  run: crowded(Number.POSITIVE_INFINITY),
}

async function times(world: World, count: number): Promise<{ p99: number }> {
  const all: { ms: number }[] = []
  for (let n = 0; n < count; n++) {
    const answer = await ask(world.port, { host: 'localhost', path: `/shop?q=calm-${n}` })
    all.push({ ms: answer?.status === 200 ? answer.ms : 10_000 })
  }
  return { p99: quantile(all, 0.99) }
}

function quantile(all: { ms: number }[], part: number): number {
  const sorted = all.map(({ ms }) => ms).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
}
