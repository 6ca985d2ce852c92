import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Hono } from 'hono'
import { errorBody } from '#api/errors.ts'
import { type PathKind, pathKinds } from '#app/http/request-kind.ts'
import type { CachedPages } from '#app/http/serve-cached-page.ts'
import type { Services } from '#app/services.ts'
import { type DiskSpace, type FilesOnDisk, spaceForFiles } from '#domain/files/disk-space.ts'
import { hostName } from '#domain/sites/host-name.ts'
import { inSite } from '#server/db/in-site.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { jobStatistics } from '#server/jobs/health.ts'
import { waitingMails } from '#server/mail/retry.ts'

/** In seconds; the budgets of pages and lists lie between the steps. */
const steps = [0.001, 0.005, 0.01, 0.025, 0.06, 0.15, 0.5, 1, 2.5, 10]

export type Metrics = {
  request: (kind: PathKind, status: number, ms: number) => void
  /** So many were turned away before any route saw them. */
  refused: (reason: string, count?: number) => void
  /** Its connections are counted from now on. */
  watch: (server: Server) => void
  /** In the text format of Prometheus. */
  text: (parts: MetricParts) => Promise<string>
}
type MetricParts = { services: Pick<Services, 'database' | 'sites' | 'condition'>; pages: Pick<CachedPages, 'counts'> }

export type Condition = {
  /** Ids, which tell nothing else: `npm run doctor` compares them where it cannot look into the database itself. */
  keys: { dataKey: string; appSecret: string }
  /** Null where the system does not tell. */
  room: () => Promise<DiskSpace | null>
  files: FilesOnDisk
  /** Null while files are on the disk. */
  store: Pick<ObjectStore, 'head'> | null
}

type Labels = Record<string, string | number>
type Sample = { suffix?: string; labels?: Labels; value: number }

export function createMetrics(): Metrics {
  const answered = new Map<string, { labels: Labels; value: number }>()
  const turnedAway = new Map<string, number>()
  const durations = new Map(pathKinds.map((kind) => [kind, { counts: steps.map(() => 0), all: 0, seconds: 0 }]))
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const servers = new Set<Server>()

  function delays(): Sample[] {
    const named = [0.5, 0.99].map((quantile) => ({
      labels: { quantile },
      value: delay.percentile(100 * quantile) / 1e9,
    }))
    const all = [...named, { labels: { quantile: 1 }, value: delay.max / 1e9 }]
    delay.reset()
    return all
  }

  return {
    request: (kind, status, ms) => {
      const name = `${kind} ${status}`
      const counted = answered.get(name) ?? { labels: { kind, status }, value: 0 }
      counted.value++
      answered.set(name, counted)
      const taken = durations.get(kind)!
      taken.all++
      taken.seconds += ms / 1000
      const step = steps.findIndex((limit) => ms / 1000 <= limit)
      if (step >= 0) taken.counts[step]!++
    },
    refused: (reason, count = 1) => void turnedAway.set(reason, (turnedAway.get(reason) ?? 0) + count),
    watch: (server) => void servers.add(server),
    text: async ({ services, pages }) => {
      const { hit, miss, stale, fills, pages: count, bytes } = pages.counts()
      const memory = process.memoryUsage()
      const connections = (await Promise.all([...servers].map(connectionsOf))).reduce((sum, each) => sum + each, 0)
      const parts = [
        written('requests_total', 'counter', 'Requests that were answered.', [...answered.values()]),
        written('refused_total', 'counter', 'Requests that were turned away before they were looked at.', [
          ...[...turnedAway].map(([reason, value]) => ({ labels: { reason }, value })),
        ]),
        written('request_duration_seconds', 'histogram', 'Until an answer began.', histogram(durations)),
        written('page_cache_requests_total', 'counter', 'Pages that everybody gets alike, by where they came from.', [
          ...Object.entries({ hit, miss, stale }).map(([result, value]) => ({
            labels: { result },
            value,
          })),
        ]),
        written('page_cache_fills_total', 'counter', 'Pages that were made to be kept.', one(fills)),
        written('page_cache_pages', 'gauge', 'Pages that are kept.', one(count)),
        written('page_cache_bytes', 'gauge', 'Memory that they take.', one(bytes)),
        written('connections_open', 'gauge', 'Open connections of visitors and proxies.', one(connections)),
        written('event_loop_delay_seconds', 'gauge', 'How late timers were since this was last asked.', delays()),
        written('memory_bytes', 'gauge', 'Memory of the process.', [
          ...(['rss', 'heapUsed', 'external'] as const).map((part) => ({ labels: { part }, value: memory[part] })),
        ]),
        written('uptime_seconds', 'gauge', 'Since the process was started.', one(Math.round(process.uptime()))),
        ...keysIn(services.condition),
        ...(await diskOf(services.condition)),
        ...(await storeOf(services)),
        ...poolOf(services.database),
        ...(await jobsIn(services)),
        ...(await mailsIn(services)),
      ]
      return `${parts.flat().join('\n')}\n`
    },
  }
}

const one = (value: number): Sample[] => [{ value }]

function written(name: string, type: string, help: string, samples: Sample[]): string[] {
  const full = `stagedoor_${name}`
  return [
    `# HELP ${full} ${help}`,
    `# TYPE ${full} ${type}`,
    ...samples.map(({ suffix = '', labels = {}, value }) => {
      const said = Object.entries(labels).map(([label, is]) => `${label}="${is}"`)
      return `${full}${suffix}${said.length ? `{${said.join(',')}}` : ''} ${value}`
    }),
  ]
}

function histogram(of: Map<PathKind, { counts: number[]; all: number; seconds: number }>): Sample[] {
  return [...of].flatMap(([kind, { counts, all, seconds }]): Sample[] => {
    let below = 0
    const buckets = counts.map((count, at): Sample => {
      below += count
      return { suffix: '_bucket', labels: { kind, le: steps[at]! }, value: below }
    })
    return [
      ...buckets,
      { suffix: '_bucket', labels: { kind, le: '+Inf' }, value: all },
      { suffix: '_sum', labels: { kind }, value: Number(seconds.toFixed(6)) },
      { suffix: '_count', labels: { kind }, value: all },
    ]
  })
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0)))

function poolOf({ pool }: Services['database']): string[][] {
  if (!pool) return []
  const { open, idle, waiting } = pool()
  return [
    written('database_connections', 'gauge', 'Connections to the database.', [
      { labels: { state: 'busy' }, value: open - idle },
      { labels: { state: 'idle' }, value: idle },
    ]),
    written('database_waiting', 'gauge', 'Requests that wait for a connection.', one(waiting)),
  ]
}

const keysIn = ({ keys }: Condition): string[][] => [
  written('keys_info', 'gauge', 'Which keys the process has, by their ids.', [
    { labels: { data_key: keys.dataKey, app_secret: keys.appSecret }, value: 1 },
  ]),
]

async function diskOf({ room, files }: Condition): Promise<string[][]> {
  const found = await room().catch(() => null)
  if (!found) return []
  const isRefusing = spaceForFiles(found, files) <= 0
  return [
    written('disk_free_bytes', 'gauge', 'Free on the disk of the data folder.', one(found.free)),
    written('disk_total_bytes', 'gauge', 'All of that disk.', one(found.total)),
    written('disk_uploads_refused', 'gauge', '1 while uploads are refused for lack of room.', one(Number(isRefusing))),
  ]
}

const patience = 2_000

/** Whether it says anything about a file that is not there. */
async function storeOf({ condition: { store }, sites }: Pick<Services, 'condition' | 'sites'>): Promise<string[][]> {
  if (!store) return []
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, patience, false).unref())
  const asked = store.head(`${sites.defaultSite.siteId}/is-the-store-there`).then(
    () => true,
    () => false,
  )
  const up = await Promise.race([asked, late])
  return [written('object_store_up', 'gauge', '1 while the object store answers.', one(Number(up)))]
}

/** Of all websites; left out while the database does not answer. */
async function mailsIn({ database, sites }: Pick<Services, 'database' | 'sites'>): Promise<string[][]> {
  let [waiting, oldest] = [0, 0]
  try {
    for (const { siteId: websiteId } of sites.all) {
      const found = await inSite(database, { websiteId, role: 'worker' }, waitingMails, { timeoutMs: patience })
      waiting += found.waiting
      oldest = Math.max(oldest, found.oldestSeconds)
    }
  } catch {
    return []
  }
  return [
    written('mails_waiting', 'gauge', 'Mails that wait to be sent.', one(waiting)),
    written('mails_oldest_seconds', 'gauge', 'How long the oldest of them has waited.', one(oldest)),
  ]
}

/** Left out while the database does not answer: everything else can still be read then. */
async function jobsIn({ database, sites }: Pick<Services, 'database' | 'sites'>): Promise<string[][]> {
  const scope = { websiteId: sites.defaultSite.siteId, role: 'worker' } as const
  const jobs = await inSite(database, scope, jobStatistics, { timeoutMs: 2_000 }).catch(() => null)
  if (!jobs) return []
  return [
    written('jobs_waiting', 'gauge', 'Jobs that could be worked on.', one(jobs.waiting)),
    written('jobs_oldest_seconds', 'gauge', 'How long the oldest of them has waited.', one(jobs.oldestSeconds)),
    written('jobs_worker_silent_seconds', 'gauge', 'How long ago somebody was last there to work on jobs.', [
      ...one(jobs.silentSeconds),
    ]),
    written('jobs_laid_aside', 'gauge', 'Jobs that failed for good.', one(jobs.laidAside)),
  ]
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Requests from this machine to a local name, and requests with the token. */
export function mayReadMetrics(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  token: string | undefined,
): boolean {
  const shown = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token && shown && isSame(shown, token)) return true
  const isNear = /^(::ffff:)?127\.|^::1$/i.test(socket.remoteAddress ?? '')
  const isCalledSo = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostName(headers.host ?? ''))
  return isNear && isCalledSo && !forwarding.some((name) => name in headers)
}

function isSame(shown: string, token: string): boolean {
  const [a, b] = [shown, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}

/** Others get 404, which costs nothing, so it is not limited. */
export const metricsRoute = (metrics: Metrics, parts: MetricParts & { services: Pick<Services, 'config'> }) =>
  new Hono<{ Bindings: { incoming: IncomingMessage } }>().get('/metrics', async (c) => {
    if (!mayReadMetrics(c.env.incoming, parts.services.config.METRICS_TOKEN)) return c.json(errorBody('not-found'), 404)
    const text = await metrics.text(parts)
    return c.body(text, 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
