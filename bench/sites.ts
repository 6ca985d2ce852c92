import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#tests/browser/process.ts'
import { startPostgres } from '#tests/services/postgres.ts'
import type { AppProcess } from './app-process.ts'
import { type BenchRow, formatMs, noBudget, percentile } from './bench-row.ts'
import { httpRequestHead } from './load/connection.ts'
import { middleOf, requireOnlyPages, runHttpLoad } from './load/http-load.ts'
import { memoryOf } from './sites/heap.ts'
import {
  hostOf,
  hostsTo,
  type Installation,
  openInstallation,
  pageAt,
  platformCalls,
  stopApp,
} from './sites/installation.ts'
import { zipf } from './sites/zipf.ts'

/** SITES makes a trial smaller. */
const many = Number(process.env.SITES ?? 2_000)
const few = 3
const requests = 10_000
const rounds = 5
const maxKilobytes = 50
const maxRatio = 1.1
const maxLongerStartMs = 2_000
const maxUntilServed = 1_000
const renames = 20
const warmUps = 400
/** The recurring jobs of all sites are done long before they come again. */
const maxHourlySeconds = 600
/** How busy the machine is must not decide whether a page is made. */
const patient = { NODE_ENV: 'test', DEADLINE_MS: '120000' }
const longestWait = 40 * 60_000

type Pair<T> = { few: T; many: T }

/** An installation with two thousand sites beside one with three: pages, memory, start, and what runs at intervals. */
export async function benchManySites(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const cluster = await startPostgres()
  const children: AppProcess[] = []
  const started = async (starting: Promise<AppProcess>) => {
    const app = await starting
    children.push(app)
    return app
  }
  try {
    await cluster.run('create role stagedoor_owner login createrole bypassrls')
    const installations = {
      few: await openInstallation(cluster, folder, 'few'),
      many: await openInstallation(cluster, folder, 'many'),
    }
    const rows = [await creation(installations, started)]
    rows.push(await starts(installations, started))
    const { pages, memory } = await visits(installations, started)
    rows.push(pages, ...memory)
    rows.push(await untilServed(installations.many, started))
    rows.push(...(await atIntervals(installations, started)))
    return rows
  } catch (error) {
    const mistakes = readFileSync(join(folder, 'log'), 'utf8').match(/^.*"level":50.*$/gm) ?? []
    console.error(mistakes.slice(-5).join('\n'))
    throw error
  } finally {
    for (const { child } of children) child.kill('SIGKILL')
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Started = (starting: Promise<AppProcess>) => Promise<AppProcess>

async function creation({ few: small, many: large }: Pair<Installation>, started: Started): Promise<BenchRow> {
  const [a, b] = [await started(small.start({ WORKER: 'off' })), await started(large.start({ WORKER: 'off' }))]
  await small.createSites(a.port, hostsTo(few))
  const part = Math.max(10, Math.floor(many / 10))
  const hosts = hostsTo(many)
  const perSite: number[] = []
  for (let from = 0; from < many; from += part) {
    const some = hosts.slice(from, from + part)
    const began = performance.now()
    await large.createSites(b.port, some)
    perSite.push((performance.now() - began) / some.length)
  }
  await Promise.all([stopApp(a), stopApp(b)])
  return {
    what: `a site created and its host confirmed over the API, the last tenth of ${many}`,
    budget: noBudget,
    yardstick: `the first tenth: ${formatMs(perSite[0]!)} each, four at once`,
    measured: `${formatMs(perSite.at(-1)!)} each`,
    isMet: true,
  }
}

async function starts(installations: Pair<Installation>, started: Started): Promise<BenchRow> {
  const took: Pair<number[]> = { few: [], many: [] }
  for (let round = 0; round < rounds; round++)
    for (const which of ['few', 'many'] as const) {
      const app = await started(installations[which].start({ WORKER: 'off' }))
      took[which].push(app.took)
      await stopApp(app)
    }
  const [short, long] = [middleOf(took.few), middleOf(took.many)]
  return {
    what: `start with ${many} sites until it is ready`,
    budget: `at most ${maxLongerStartMs} ms longer than with three`,
    yardstick: `with three: ${short.toFixed(0)} ms, the middle of ${rounds}`,
    measured: `${long.toFixed(0)} ms, ${(long - short).toFixed(0)} ms longer`,
    isMet: long - short <= maxLongerStartMs,
  }
}

/** Ten thousand visits of both, in turns, and the memory of each process after all of its sites were visited. */
async function visits(installations: Pair<Installation>, started: Started) {
  const open = async (which: keyof Pair<unknown>, count: number) => {
    const inspector = await freePort()
    const settings = { WORKER: 'off', ...patient }
    const app = await started(installations[which].start(settings, [`--inspect=127.0.0.1:${inspector}`]))
    const render = { head: httpRequestHead('/tour?q=a', { host: hostOf(0) }), connections: 8 }
    // What the process compiles while it renders is the same for three sites and for all.
    requireOnlyPages(await runHttpLoad({ ...render, port: app.port, requests: warmUps }))
    const unvisited = await memoryOf(inspector)
    let site = 0
    const all = await runHttpLoad({
      port: app.port,
      head: () => headFor(site++ % count),
      connections: 8,
      requests: count,
    })
    requireOnlyPages(all)
    const inCache = await figure(app.port, 'page_cache_bytes')
    const pages = await figure(app.port, 'page_cache_pages')
    return { app, count, unvisited, visited: (await memoryOf(inspector)) - inCache, inCache, pages }
  }
  const opened = { few: await open('few', few), many: await open('many', many) }
  const measured: Pair<number[]> = { few: [], many: [] }
  for (let round = 0; round <= rounds; round++)
    for (const which of ['few', 'many'] as const) {
      const { app, count } = opened[which]
      const next = zipf(count, round)
      const taken = await runHttpLoad({ port: app.port, head: () => headFor(next()), connections: 20, requests })
      requireOnlyPages(taken)
      // The first round warms both up.
      if (round) measured[which].push(taken.perSecond)
    }
  const [ours, theirs] = [middleOf(measured.many), middleOf(measured.few)]
  const ratio = theirs / ours
  const { pages, inCache } = opened.many
  const row: BenchRow = {
    what: `${requests} visits of home pages, spread over ${many} sites by a Zipf distribution, 20 at once`,
    budget: `a visit takes at most ${maxRatio} times as long as with three`,
    yardstick: `spread over three sites: ${theirs.toFixed(0)}/s, the middle of ${rounds}`,
    measured: `${ours.toFixed(0)}/s, ${ratio.toFixed(2)} times as long; ${pages} pages with ${(inCache / 2 ** 20).toFixed(0)} MB are cached`,
    isMet: ratio <= maxRatio,
  }
  const perSite = (kind: 'unvisited' | 'visited') => (opened.many[kind] - opened.few[kind]) / (many - few) / 1024
  const memory = (['unvisited', 'visited'] as const).map((kind): BenchRow => {
    const kilobytes = perSite(kind)
    const how = kind === 'visited' ? 'after its page was visited, without the page cache' : 'after the start'
    return {
      what: `memory of one of ${many} sites, ${how}, garbage collected`,
      budget: `≤ ${maxKilobytes} KB`,
      yardstick: `the process with three sites: ${(opened.few[kind] / 2 ** 20).toFixed(1)} MB`,
      measured: `${kilobytes.toFixed(1)} KB`,
      isMet: kilobytes <= maxKilobytes,
    }
  })
  await Promise.all([stopApp(opened.few.app), stopApp(opened.many.app)])
  return { pages: row, memory }
}

const headFor = (site: number): string =>
  httpRequestHead('/', { host: hostOf(site), 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'bench' })

/** A second host of a site, from the request that confirms it until another process serves it. */
async function untilServed(large: Installation, started: Started): Promise<BenchRow> {
  const first = await started(large.start({ WORKER: 'off' }))
  const second = await started(large.start({ WORKER: 'off', DATA_DIR: 'second' }))
  const call = await platformCalls(first.port)
  const created = { name: 'A late band', starter: 'musician', designOf: null, ownerEmail: 'late@site.example' }
  const { websiteId } = await call<{ websiteId: string }>('POST', '', { ...created, host: 'late.example' })
  const times: number[] = []
  for (let round = 0; round < renames; round++) {
    const host = `late-${round}.example`
    await call('POST', `/${websiteId}/hosts`, { host })
    const began = performance.now()
    const confirming = call('POST', `/${websiteId}/hosts/${host}/confirm`)
    while ((await pageAt(second.port, host, '/contact')).status !== 200) {
      if (performance.now() - began > longestWait) throw new Error('The other process never served it.')
      await wait(5)
    }
    times.push(performance.now() - began)
    await confirming
  }
  await Promise.all([stopApp(first), stopApp(second)])
  const sorted = times.sort((a, b) => a - b)
  return {
    what: `a new host of one of ${many} sites, until another process serves it`,
    budget: `≤ ${maxUntilServed} ms`,
    yardstick: `${renames} hosts, each asked for every 5 ms`,
    measured: `median ${formatMs(percentile(sorted, 0.5))}, longest ${formatMs(sorted.at(-1)!)}`,
    isMet: sorted.at(-1)! <= maxUntilServed,
  }
}

/** The recurring jobs of all sites, and then a minute in which nobody visits. */
async function atIntervals(installations: Pair<Installation>, started: Started): Promise<BenchRow[]> {
  const both = Object.values(installations)
  const apps = await Promise.all(both.map((one) => started(one.start())))
  const databases = await Promise.all(both.map(({ ownerUrl }) => watch(ownerUrl)))
  const began = performance.now()
  const done = await Promise.all(databases.map(({ untilIdle }) => untilIdle(began)))
  const minute = await Promise.all(databases.map(({ inMinute }) => inMinute()))
  await Promise.all(databases.map(({ close }) => close()))
  await Promise.all(apps.map(stopApp))
  const [short, long] = minute as [number, number]
  return [
    {
      what: `recurring jobs of ${many} sites, from the first until the last has ended`,
      budget: `≤ ${maxHourlySeconds} s: they come once an hour`,
      yardstick: `of three sites: ${done[0]!.toFixed(0)} s`,
      measured: `${done[1]!.toFixed(0)} s`,
      isMet: done[1]! <= maxHourlySeconds,
    },
    {
      what: `transactions in a minute without visits, with ${many} sites`,
      budget: 'at most one for each twenty sites more than with three',
      yardstick: `with three: ${short}`,
      measured: String(long),
      isMet: long - short <= many / 20,
    },
  ]
}

async function watch(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const one = async (query: string) => Number((await client.query(query)).rows[0].n)
  const waiting = () => one(`select count(*) as n from pgboss.job where state < 'completed' and name <> 'laid-aside'`)
  const all = () =>
    one(`select count(*) as n from pgboss.job where state = 'completed' and name in ('sweep', 'count-days')`)
  const transactions = () =>
    one('select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()')
  return {
    /** How many seconds the recurring jobs took, which begin a minute after the start. */
    untilIdle: async (began: number) => {
      let first = 0
      for (;;) {
        await wait(500)
        const isIdle = (await waiting()) === 0
        if (!first && (await all())) first = performance.now()
        if (first && isIdle) return (performance.now() - first) / 1000
        if (performance.now() - began > longestWait) throw new Error('The recurring jobs did not end.')
      }
    },
    inMinute: async () => {
      const before = await transactions()
      await wait(60_000)
      // The question before counts itself.
      return (await transactions()) - before - 1
    },
    close: () => client.end(),
  }
}

async function figure(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^stagedoor_${name} (\\S+)$`, 'm').exec(text)?.[1])
}
