import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/browser/process.ts'
import { type AppProcess, startBuiltApp } from './app-process.ts'
import { type BenchRow, formatMs, percentile } from './bench-row.ts'
import { httpRequestHead } from './load/connection.ts'
import { type Load, middleLoad, requireOnlyPages, runHttpLoad } from './load/http-load.ts'
import { madePagesSettings } from './load/made-pages.ts'

const minShare = 0.75
const connections = 20
const minRendered = 400
const maxWaitMs = 150
const maxStartMs = 3_000
const smallPage = '/contact'
const rounds = 3
const seconds = 5

/** Response times: a cached page, a rendered page, and the restart of a server. */
export async function benchPages(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const children: ChildProcess[] = []
  const start = async (settings = {}) => {
    const services = await startBuiltApp(folder, settings)
    children.push(services.child)
    return services
  }
  const stop = async (child: ChildProcess) => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  try {
    await stop((await start()).child)
    const starts: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { child, took } = await start()
      starts.push(took)
      await stop(child)
    }
    const app = await start()
    const cached = await cachedPages(app, folder, children)
    await stop(app.child)
    return [cached, await madePages((await start(madePagesSettings)).port), startAgain(starts)]
  } finally {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** By turns with the yardstick, so that both have the same machine. */
async function cachedPages({ port, child }: AppProcess, folder: string, children: ChildProcess[]): Promise<BenchRow> {
  const headers = { host: `localhost:${port}`, 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'bench' }
  await fetched(port, headers)
  const { body, head } = await fetched(port, headers)
  const [file, barePort] = [join(folder, 'page'), await freePort()]
  writeFileSync(file, body)
  const bare = spawn(process.execPath, ['bench/load/bare-server.ts', file, JSON.stringify(head), String(barePort)])
  children.push(bare)
  while (!(await fetch(`http://127.0.0.1:${barePort}`).catch(() => null))) await new Promise((go) => setTimeout(go, 50))
  const options = { head: httpRequestHead('/', headers), connections, seconds, warmUp: 50 }
  const [ours, theirs]: [Load[], Load[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [
      await runHttpLoad({ ...options, port: barePort, pid: bare.pid }),
      await runHttpLoad({ ...options, port, pid: child.pid }),
    ]
    for (const each of [one, other]) requireOnlyPages(each)
    // The first round warms both up.
    if (round) [theirs, ours].map((all, at) => all.push([one, other][at]!))
  }
  bare.kill('SIGKILL')
  const [measured, yardstick] = [middleLoad(ours), middleLoad(theirs)]
  const share = measured.perSecond / yardstick.perSecond
  const words = ({ perSecond, cpuMs }: typeof measured) =>
    `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(3)} ms of processor time each`
  return {
    what: `the home page from the cache (${(body.length / 1024).toFixed(0)} KB), ${connections} connections`,
    budget: `≥ ${100 * minShare} % of the yardstick`,
    yardstick: `bare node:http with the same head and body: ${words(yardstick)}`,
    measured: `${words(measured)}; ${(100 * share).toFixed(0)} %`,
    isMet: share >= minShare,
  }
}

/** The page cache is off: the server renders the page for each request. */
async function madePages(port: number): Promise<BenchRow> {
  const head = httpRequestHead('/tour', {
    host: `localhost:${port}`,
    'accept-encoding': 'gzip',
  })
  const loadOptions = { port, head, connections: 20 }
  await runHttpLoad({ ...loadOptions, seconds: 5 })
  const measured = await runHttpLoad({ ...loadOptions, seconds: 10 })
  const small = await runHttpLoad({ ...loadOptions, head: head.replace('/tour', smallPage), seconds: 5 })
  const [sizes, turnedAway] = [
    await Promise.all(['/tour', smallPage].map((path) => sizeOf(port, path))),
    measured.times.length - (measured.statuses.get(200) ?? 0),
  ]
  const p99 = percentile(measured.times, 0.99)
  return {
    what: 'the tour page made for each visitor, 20 at once',
    budget: `≥ ${minRendered}/s, p99 ≤ ${maxWaitMs} ms`,
    yardstick: 'Ghost 35/s and WordPress 28/s, measured once on two cores',
    measured: `${measured.perSecond.toFixed(0)}/s, p99 ${formatMs(p99)} (median ${formatMs(percentile(measured.times, 0.5))}), ${turnedAway} turned away`,
    isMet: turnedAway === 0 && measured.perSecond >= minRendered && p99 <= maxWaitMs,
    why: `React makes a page from its first element to its last in one thread, and this one has ${sizes[0]} KB of HTML; ${smallPage}, with ${sizes[1]} KB, is made ${small.perSecond.toFixed(0)} times a second. From the cache come the pages that all visitors get alike; made for each are searches, previews and pages whose address holds a token`,
  }
}

/** Unpacked, in KB. */
async function sizeOf(port: number, path: string): Promise<string> {
  const page = await fetch(`http://localhost:${port}${path}`)
  return ((await page.arrayBuffer()).byteLength / 1024).toFixed(0)
}

function startAgain(starts: number[]): BenchRow {
  const longest = Math.max(...starts)
  return {
    what: 'start with an existing database until it is ready',
    budget: `≤ ${maxStartMs} ms`,
    yardstick: '–',
    measured: `${longest.toFixed(0)} ms, the longest of ${starts.length} (${starts.map((one) => one.toFixed(0)).join(', ')})`,
    isMet: longest <= maxStartMs,
    why: 'about half of it is the embedded database, which is PostgreSQL in WebAssembly and begins on one thread',
  }
}

/** As transferred: not unpacked. */
function fetched(port: number, headers: Record<string, string>): Promise<{ body: Buffer; head: string[] }> {
  return new Promise((resolve, reject) => {
    const clientRequest = request({ host: '127.0.0.1', port, path: '/', headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      const own = ['date', 'connection', 'keep-alive']
      const head = Object.entries(response.headers).flatMap(([name, value]) =>
        own.includes(name) ? [] : [name, String(value)],
      )
      response.on('end', () => resolve({ body: Buffer.concat(parts), head }))
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}
