import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, may, query } from '#api/guards.ts'
import {
  type AnalyticsTable,
  analyticsTables,
  failuresCsv,
  overviewCsv,
  performanceCsv,
} from '#domain/analytics/csv.ts'
import { daysBefore, lastDays, performerDays, shownDays, todayIn } from '#domain/analytics/days.ts'
import { devices } from '#domain/analytics/device.ts'
import {
  byDevice,
  failuresOf,
  funnelOf,
  measuresFor,
  performanceOf,
  stepsByDay,
  topPerformers,
  topProducts,
  topReferrers,
} from '#domain/analytics/figures.ts'
import { speeds } from '#domain/analytics/speed.ts'
import { failureReasons } from '#domain/downloads/events.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { namesOf } from '#server/analytics/names.ts'
import { type Period, sumsOf } from '#server/analytics/sums.ts'
import type { SiteTx } from '#server/db/in-site.ts'

const text = z.string()
const count = z.int()
const Range = z.strictObject({ from: text, to: text })
const Compared = z.strictObject({ now: count, before: count.nullable() })
const stepsOf = <S extends z.ZodType>(each: S) => ({
  preview: each,
  complete: each,
  cart: each,
  purchase: each,
  download: each,
})
const Periods = {
  /** Days by the clocks of the site: those that were asked for, as far as they are kept. */
  days: Range,
  /** As many before them; null when those are forgotten already. */
  before: Range.nullable(),
}
/** Null: it was removed since. */
const name = text.nullable()

const Overview = z.strictObject({
  ...Periods,
  today: text,
  funnel: z.strictObject(stepsOf(Compared)),
  byDay: z.array(z.strictObject({ day: text, ...stepsOf(count) })),
  products: z.array(z.strictObject({ productId: text, name, files: count, ...stepsOf(count) })),
  referrers: z.array(z.strictObject({ referrer: text, previews: count })),
  devices: z.array(z.strictObject({ device: z.enum(devices), ...Compared.shape })),
  /** Of the last 30 days, whichever were asked for. */
  performers: z.array(
    z.strictObject({
      ...{ productId: text, name, previews: count, completes: count },
      ...{ conversions: count, seconds: count },
    }),
  ),
})
export type OverviewAnswer = z.output<typeof Overview>

const Performance = z.strictObject({
  ...Periods,
  started: Compared,
  completed: Compared,
  failed: Compared,
  /** Whole files that a browser has received and checked, with their bytes and milliseconds in all. */
  verified: Compared,
  bytes: Compared,
  ms: Compared,
  speeds: z.array(z.strictObject({ speed: z.enum(speeds), downloads: count })),
  byDay: z.array(z.strictObject({ day: text, completed: count, failed: count })),
})
export type PerformanceAnswer = z.output<typeof Performance>

const Failures = z.strictObject({
  ...Periods,
  /** Downloads that came to an end, a good or a bad one. */
  ended: Compared,
  failed: Compared,
  reasons: z.array(z.strictObject({ reason: z.enum(failureReasons), ...Compared.shape })),
})
export type FailuresAnswer = z.output<typeof Failures>

/** Days as `2026-05-01`, by the clocks of the site; the last seven without. */
const Asked = z.object({ from: text.max(10).optional(), to: text.max(10).optional() })
type Asked = z.output<typeof Asked>

/** What visitors listen to and buyers download, in numbers; nobody is in them. */
export const analytics = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get(
    '/',
    may('analytics:read'),
    query(Asked),
    answers('From the preview to the download, with what leads there.', Overview),
    async (c) => c.json(await read(c, c.req.valid('query'), 'download-analytics-failed', overview)),
  )
  .get(
    '/performance',
    may('analytics:read'),
    query(Asked),
    answers('How downloads went, and how fast.', Performance),
    async (c) => c.json(await read(c, c.req.valid('query'), 'performance-metrics-failed', performance)),
  )
  .get(
    '/failures',
    may('analytics:read'),
    query(Asked),
    answers('Downloads that failed, by their reason.', Failures),
    async (c) => c.json(await read(c, c.req.valid('query'), 'failure-rate-failed', failures)),
  )
  .get(
    '/file.csv',
    may('analytics:read'),
    query(Asked.extend({ table: z.enum(analyticsTables) })),
    answersAs('One table of the screen, for a spreadsheet.', 'text/csv; charset=utf-8'),
    async (c) => {
      const { table, ...asked } = c.req.valid('query')
      const { file, days } = await read(c, asked, failureOf(table), async (tx, place) => ({
        file: await csvOf(tx, table, place),
        days: table === 'performers' ? lastDays(performerDays, place.today) : place.days,
      }))
      c.header('content-disposition', `attachment; filename="${table}-${days.from}-${days.to}.csv"`)
      return c.body(file)
    },
  )

type Place = Period & { today: string }

/** Whatever goes wrong is logged whole, and told in the sentence for what was asked. */
async function read<T>(
  c: Context<ApiEnv>,
  asked: Asked,
  otherwise: PlainReason,
  work: (tx: SiteTx, place: Place) => Promise<T>,
): Promise<T> {
  const { zone } = c.var.site
  const today = todayIn(zone, c.var.now)
  const days = shownDays(asked, today)
  const place = { days, before: daysBefore(days, today), zone, today }
  try {
    return await c.var.inSite((tx) => work(tx, place))
  } catch (error) {
    c.var.log.error({ err: error, requestId: c.env.visit.requestId, path: c.req.routePath }, 'a route failed')
    throw new Refusal(otherwise)
  }
}

function failureOf(table: AnalyticsTable): PlainReason {
  if (isOf(performanceCsv, table)) return 'performance-metrics-failed'
  return isOf(failuresCsv, table) ? 'failure-rate-failed' : 'download-analytics-failed'
}

async function csvOf(tx: SiteTx, table: AnalyticsTable, place: Place): Promise<string> {
  if (isOf(performanceCsv, table)) return performanceCsv[table](await performance(tx, place))
  if (isOf(failuresCsv, table)) return failuresCsv[table](await failures(tx, place))
  return overviewCsv[table](await overview(tx, place))
}

const isOf = <T extends object>(tables: T, table: string): table is Extract<keyof T, string> => table in tables

const ranges = ({ days, before }: Place) => ({ days, before })

async function overview(tx: SiteTx, place: Place): Promise<OverviewAnswer> {
  const { zone, today } = place
  const sums = await sumsOf(tx, place, measuresFor.overview)
  const products = topProducts(sums)
  const month = { days: lastDays(performerDays, today), before: null, zone }
  const performers = topPerformers(await sumsOf(tx, month, measuresFor.performers))
  const nameOf = await namesOf(tx, [...products, ...performers])
  return {
    ...ranges(place),
    today,
    funnel: funnelOf(sums, place),
    byDay: stepsByDay(sums, place),
    products: products.map((each) => ({ ...each, name: nameOf(each.productId) })),
    referrers: topReferrers(sums),
    devices: byDevice(sums, place),
    performers: performers.map((each) => ({ ...each, name: nameOf(each.productId) })),
  }
}

const performance = async (tx: SiteTx, place: Place): Promise<PerformanceAnswer> => ({
  ...ranges(place),
  ...performanceOf(await sumsOf(tx, place, measuresFor.performance), place),
})

const failures = async (tx: SiteTx, place: Place): Promise<FailuresAnswer> => ({
  ...ranges(place),
  ...failuresOf(await sumsOf(tx, place, measuresFor.failures), place),
})
