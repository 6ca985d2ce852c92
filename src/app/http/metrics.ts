import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Hono } from 'hono'
import { errorBody } from '#api/errors.ts'
import type { HealthFacts } from '#app/health-facts.ts'
import { type PathKind, pathKinds } from '#app/http/request-kind.ts'
import type { Services } from '#app/services.ts'
import { availableFileBytes } from '#domain/files/disk-space.ts'
import { normalizeHostName } from '#domain/sites/host-name.ts'
import type { PageCache } from '#server/cache/page-cache.ts'
import { inSite } from '#server/db/in-site.ts'
import { jobStatistics } from '#server/jobs/health.ts'
import { readMailQueueStats } from '#server/mail/failed-mails.ts'

/**
 * Upper bucketBounds of the histogram, in seconds; the budgets of pages and lists lie between them. The text format is our own:
 * prom-client 15.1.3 took 2.5 times as long per request (3.2 µs, ours 1.3), brings three more packages of 4.5 MB, and
 * reorders the labels of the buckets.
 */
const bucketBounds = [0.001, 0.005, 0.01, 0.025, 0.06, 0.15, 0.5, 1, 2.5, 10]

export type Metrics = {
  request: (kind: PathKind, status: number, ms: number) => void
  /** Counts requests that were refused before any route saw them. */
  refused: (reason: string, count?: number) => void
  /** Counts the open connections of this server from now on. */
  watch: (server: Server) => void
  /** All metrics in the text format of Prometheus. */
  text: (deps: MetricsDeps) => Promise<string>
}
type MetricsDeps = {
  services: Pick<Services, 'database' | 'sites' | 'healthFacts'>
  pages: Pick<PageCache<unknown>, 'counts'>
}

type Labels = Record<string, string | number>
type Sample = { suffix?: string; labels?: Labels; value: number }

type Durations = Map<PathKind, { perBound: number[]; count: number; seconds: number }>

export function createMetrics(): Metrics {
  const requests = new Map<PathKind, Map<number, number>>(pathKinds.map((kind) => [kind, new Map()]))
  const refusals = new Map<string, number>()
  const durations: Durations = new Map(
    pathKinds.map((kind) => [kind, { perBound: bucketBounds.map(() => 0), count: 0, seconds: 0 }]),
  )
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const servers = new Set<Server>()

  function eventLoopDelays(): Sample[] {
    const percentiles = [0.5, 0.99].map((quantile) => ({
      labels: { quantile },
      value: delay.percentile(100 * quantile) / 1e9,
    }))
    const samples = [...percentiles, { labels: { quantile: 1 }, value: delay.max / 1e9 }]
    delay.reset()
    return samples
  }

  return {
    request: (kind, status, ms) => {
      const counts = requests.get(kind)!
      counts.set(status, (counts.get(status) ?? 0) + 1)
      const duration = durations.get(kind)!
      const seconds = ms / 1000
      duration.count++
      duration.seconds += seconds
      let bucket = 0
      while (bucket < bucketBounds.length && seconds > bucketBounds[bucket]!) bucket++
      if (bucket < bucketBounds.length) duration.perBound[bucket]!++
    },
    refused: (reason, count = 1) => void refusals.set(reason, (refusals.get(reason) ?? 0) + count),
    watch: (server) => void servers.add(server),
    text: async ({ services, pages }) => {
      const { hit, miss, stale, fills, pages: count, bytes } = pages.counts()
      const connections = (await Promise.all([...servers].map(connectionsOf))).reduce((sum, each) => sum + each, 0)
      const metrics = [
        format('requests_total', 'counter', 'Answered requests.', answered(requests)),
        format(
          'refused_total',
          'counter',
          'Requests refused before any route saw them.',
          samplesByLabel('reason', refusals),
        ),
        format('request_duration_seconds', 'histogram', 'Time until the answer began.', histogram(durations)),
        format(
          'page_cache_requests_total',
          'counter',
          'Requests for cacheable pages, by what the page cache had.',
          samplesByLabel('result', Object.entries({ hit, miss, stale })),
        ),
        format('page_cache_fills_total', 'counter', 'Pages rendered for the page cache.', singleSample(fills)),
        format('page_cache_pages', 'gauge', 'Pages in the page cache.', singleSample(count)),
        format('page_cache_bytes', 'gauge', 'Memory of the page cache.', singleSample(bytes)),
        format('connections_open', 'gauge', 'Open connections of visitors and proxies.', singleSample(connections)),
        format('event_loop_delay_seconds', 'gauge', 'Delay of timers since the last scrape.', eventLoopDelays()),
        format('memory_bytes', 'gauge', 'Memory of the process.', memorySamples()),
        format(
          'uptime_seconds',
          'gauge',
          'Time since the process started.',
          singleSample(Math.round(process.uptime())),
        ),
        ...keyMetrics(services.healthFacts),
        ...(await diskMetrics(services.healthFacts)),
        ...(await storeMetrics(services)),
        ...poolMetrics(services.database),
        ...(await jobMetrics(services)),
        ...(await mailMetrics(services)),
      ]
      return `${metrics.flat().join('\n')}\n`
    },
  }
}

const answered = (requests: Map<PathKind, Map<number, number>>): Sample[] =>
  [...requests].flatMap(([kind, counts]) => [...counts].map(([status, value]) => ({ labels: { kind, status }, value })))

const singleSample = (value: number): Sample[] => [{ value }]

const samplesByLabel = (label: string, values: Iterable<[string, number]>): Sample[] =>
  [...values].map(([name, value]) => ({ labels: { [label]: name }, value }))

function memorySamples(): Sample[] {
  const { rss, heapUsed, external } = process.memoryUsage()
  return samplesByLabel('part', Object.entries({ rss, heapUsed, external }))
}

function format(name: string, type: string, help: string, samples: Sample[]): string[] {
  const fullName = `stagedoor_${name}`
  return [
    `# HELP ${fullName} ${help}`,
    `# TYPE ${fullName} ${type}`,
    ...samples.map(({ suffix = '', labels = {}, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
      return `${fullName}${suffix}${pairs.length ? `{${pairs.join(',')}}` : ''} ${value}`
    }),
  ]
}

function histogram(durations: Durations): Sample[] {
  return [...durations].flatMap(([kind, { perBound, count, seconds }]): Sample[] => {
    let cumulative = 0
    const buckets = perBound.map((inBucket, index): Sample => {
      cumulative += inBucket
      return { suffix: '_bucket', labels: { kind, le: bucketBounds[index]! }, value: cumulative }
    })
    return [
      ...buckets,
      { suffix: '_bucket', labels: { kind, le: '+Inf' }, value: count },
      { suffix: '_sum', labels: { kind }, value: Number(seconds.toFixed(6)) },
      { suffix: '_count', labels: { kind }, value: count },
    ]
  })
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0)))

function poolMetrics({ pool }: Services['database']): string[][] {
  if (!pool) return []
  const { open, idle, waiting } = pool()
  return [
    format(
      'database_connections',
      'gauge',
      'Connections to the database.',
      samplesByLabel('state', Object.entries({ busy: open - idle, idle })),
    ),
    format('database_waiting', 'gauge', 'Requests that wait for a connection.', singleSample(waiting)),
  ]
}

const keyMetrics = ({ keys }: HealthFacts): string[][] => [
  format('keys_info', 'gauge', 'Ids of the keys of this process.', [
    { labels: { data_key: keys.dataKey, app_secret: keys.appSecret }, value: 1 },
  ]),
]

async function diskMetrics({ diskSpace: room, files }: HealthFacts): Promise<string[][]> {
  const space = await room().catch(() => null)
  if (!space) return []
  const isRefusing = availableFileBytes(space, files) <= 0
  return [
    format('disk_free_bytes', 'gauge', 'Free space on the disk of the data folder.', singleSample(space.free)),
    format('disk_total_bytes', 'gauge', 'Size of the disk of the data folder.', singleSample(space.total)),
    format(
      'disk_uploads_refused',
      'gauge',
      '1 while uploads are refused for lack of space.',
      singleSample(Number(isRefusing)),
    ),
  ]
}

/** How long a scrape waits for the object store, and for each query. */
const timeoutMs = 2_000

/** The store is up when it answers a request for a file that does not exist. */
async function storeMetrics({
  healthFacts: { store },
  sites,
}: Pick<Services, 'healthFacts' | 'sites'>): Promise<string[][]> {
  if (!store) return []
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
  const answers = store.head(`${sites.defaultSite.siteId}/is-the-store-there`).then(
    () => true,
    () => false,
  )
  const up = await Promise.race([answers, timeout])
  return [format('object_store_up', 'gauge', '1 while the object store answers.', singleSample(Number(up)))]
}

/** Of all websites. Left out while the database does not answer. */
async function mailMetrics({ database, sites }: Pick<Services, 'database' | 'sites'>): Promise<string[][]> {
  const mails = await readMailQueueStats(database, sites.websiteIds, timeoutMs).catch(() => null)
  if (!mails) return []
  return [
    format('mails_waiting', 'gauge', 'Mails that wait to be sent.', singleSample(mails.waiting)),
    format('mails_oldest_seconds', 'gauge', 'How long the oldest mail has waited.', singleSample(mails.oldestSeconds)),
  ]
}

/** Left out while the database does not answer, so that a scrape still gets everything else. */
async function jobMetrics({ database, sites }: Pick<Services, 'database' | 'sites'>): Promise<string[][]> {
  const scope = { websiteId: sites.defaultSite.siteId, role: 'worker' } as const
  const jobs = await inSite(database, scope, jobStatistics, { timeoutMs }).catch(() => null)
  if (!jobs) return []
  return [
    format('jobs_waiting', 'gauge', 'Jobs that are ready to run.', singleSample(jobs.waiting)),
    format('jobs_oldest_seconds', 'gauge', 'How long the oldest job has waited.', singleSample(jobs.oldestSeconds)),
    format(
      'jobs_worker_silent_seconds',
      'gauge',
      'Time since a worker last reported.',
      singleSample(jobs.silentSeconds),
    ),
    format('jobs_laid_aside', 'gauge', 'Jobs that failed for good.', singleSample(jobs.laidAside)),
  ]
}

/** Whether the request comes from the peer itself, not through a proxy. */
export const isDirect = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  !proxyHeaders.some((name) => name in headers)

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Only requests from this machine to a local host name, and requests with the token. */
export function mayReadMetrics(
  incoming: Pick<IncomingMessage, 'socket' | 'headers'>,
  token: string | undefined,
): boolean {
  const { socket, headers } = incoming
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token && bearer && isSameToken(bearer, token)) return true
  const isLocalPeer = /^(::ffff:)?127\.|^::1$/i.test(socket.remoteAddress ?? '')
  const isLocalHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(normalizeHostName(headers.host ?? ''))
  return isLocalPeer && isLocalHost && isDirect(incoming)
}

function isSameToken(bearer: string, token: string): boolean {
  const [a, b] = [bearer, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}

/** All other requests get 404. It costs nothing, so it needs no rate limit. */
export const metricsRoute = (metrics: Metrics, deps: MetricsDeps & { services: Pick<Services, 'config'> }) =>
  new Hono<{ Bindings: { incoming: IncomingMessage } }>().get('/metrics', async (c) => {
    if (!mayReadMetrics(c.env.incoming, deps.services.config.METRICS_TOKEN)) return c.json(errorBody('not-found'), 404)
    const text = await metrics.text(deps)
    return c.body(text, 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
