import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, may, query } from '#api/guards.ts'
import {
  type AnalyticsTable,
  analyticsCsvTables,
  failuresCsv,
  overviewCsv,
  performanceCsv,
} from '#domain/analytics/csv.ts'
import { clampDayRange, lastDays, precedingDayRange, todayIn, topPerformersRangeDays } from '#domain/analytics/days.ts'
import { devices } from '#domain/analytics/device.ts'
import {
  downloadFailuresOf,
  downloadPerformanceOf,
  funnelOf,
  measuresByView,
  previewsByDevice,
  speedClasses,
  stepsByDay,
  topPerformers,
  topProducts,
  topReferrers,
} from '#domain/analytics/figures.ts'
import { failureReasons } from '#domain/downloads/events.ts'
import { type PlainReason, Refusal } from '#domain/refusal.ts'
import { type AnalyticsDateRange, productNamesOf, sumMeasures } from '#server/analytics/queries.ts'
import type { SiteTx } from '#server/db/in-site.ts'

const text = z.string()
const count = z.int()
const Range = z.strictObject({ from: text, to: text })
const ComparedAnswer = z.strictObject({ now: count, before: count.nullable() })
const stepsOf = <S extends z.ZodType>(each: S) => ({
  preview: each,
  complete: each,
  cart: each,
  purchase: each,
  download: each,
})
const Periods = {
  /** Days in the time zone of the site: the requested ones, as far as they are kept. */
  days: Range,
  /** As many days before them; null when some of those are deleted already. */
  before: Range.nullable(),
}
/** Null when the product was deleted. */
const name = text.nullable()

const Overview = z.strictObject({
  ...Periods,
  today: text,
  funnel: z.strictObject(stepsOf(ComparedAnswer)),
  byDay: z.array(z.strictObject({ day: text, ...stepsOf(count) })),
  products: z.array(z.strictObject({ productId: text, name, files: count, ...stepsOf(count) })),
  referrers: z.array(z.strictObject({ referrer: text, previews: count })),
  devices: z.array(z.strictObject({ device: z.enum(devices), ...ComparedAnswer.shape })),
  /** Always of the last 30 days. */
  performers: z.array(
    z.strictObject({
      productId: text,
      name,
      previews: count,
      completes: count,
      conversions: count,
      seconds: count,
    }),
  ),
})
export type AnalyticsOverviewAnswer = z.output<typeof Overview>

const Performance = z.strictObject({
  ...Periods,
  started: ComparedAnswer,
  completed: ComparedAnswer,
  failed: ComparedAnswer,
  /** Whole files that a browser received and verified, with the sums of their bytes and milliseconds. */
  verified: ComparedAnswer,
  bytes: ComparedAnswer,
  ms: ComparedAnswer,
  speeds: z.array(z.strictObject({ speed: z.enum(speedClasses), downloads: count })),
  byDay: z.array(z.strictObject({ day: text, completed: count, failed: count })),
})
export type PreviewPerformanceAnswer = z.output<typeof Performance>

const Failures = z.strictObject({
  ...Periods,
  /** Completed and failed downloads. */
  ended: ComparedAnswer,
  failed: ComparedAnswer,
  reasons: z.array(z.strictObject({ reason: z.enum(failureReasons), ...ComparedAnswer.shape })),
})
export type DownloadFailuresAnswer = z.output<typeof Failures>

/** Days as `2026-05-01` in the time zone of the site; the last seven by default. */
const DaysQuery = z.object({ from: text.max(10).optional(), to: text.max(10).optional() })
type DaysQuery = z.output<typeof DaysQuery>

/** Counts of previews, purchases and downloads. They hold no personal data. */
export const analyticsRoutes = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get(
    '/',
    may('analytics:read'),
    query(DaysQuery),
    answers('Returns the funnel from preview to download, top products, referrers and devices.', Overview),
    async (c) => c.json(await readAnalytics(c, c.req.valid('query'), 'download-analytics-failed', overview)),
  )
  .get(
    '/performance',
    may('analytics:read'),
    query(DaysQuery),
    answers('Returns completed and failed downloads by day, and their speed.', Performance),
    async (c) => c.json(await readAnalytics(c, c.req.valid('query'), 'performance-metrics-failed', performance)),
  )
  .get(
    '/failures',
    may('analytics:read'),
    query(DaysQuery),
    answers('Returns failed downloads by reason.', Failures),
    async (c) => c.json(await readAnalytics(c, c.req.valid('query'), 'failure-rate-failed', failures)),
  )
  .get(
    '/export.csv',
    may('analytics:read'),
    query(DaysQuery.extend({ table: z.enum(analyticsCsvTables) })),
    answersAs('Exports one table of the analytics screen as CSV.', 'text/csv; charset=utf-8'),
    async (c) => {
      const { table, ...days } = c.req.valid('query')
      const { file, range } = await readAnalytics(c, days, failureOf(table), async (tx, period) => ({
        file: await csvOf(tx, table, period),
        range: table === 'performers' ? lastDays(topPerformersRangeDays, period.today) : period.days,
      }))
      c.header('content-disposition', `attachment; filename="${table}-${range.from}-${range.to}.csv"`)
      return c.body(file)
    },
  )

type AnalyticsPeriod = AnalyticsDateRange & { today: string }

/** Logs any error, and answers with the sentence that the specification has for this kind of figures. */
async function readAnalytics<T>(
  c: Context<ApiEnv>,
  query: DaysQuery,
  failure: PlainReason,
  work: (tx: SiteTx, period: AnalyticsPeriod) => Promise<T>,
): Promise<T> {
  const { zone } = c.var.site
  const today = todayIn(zone, c.var.now)
  const days = clampDayRange(query, today)
  const period = { days, before: precedingDayRange(days, today), zone, today }
  try {
    return await c.var.inSite((tx) => work(tx, period))
  } catch (error) {
    c.var.log.error(
      { err: error, requestId: c.env.requestContext.requestId, path: c.req.routePath },
      'analytics query failed',
    )
    throw new Refusal(failure)
  }
}

function failureOf(table: AnalyticsTable): PlainReason {
  if (isTableName(performanceCsv, table)) return 'performance-metrics-failed'
  return isTableName(failuresCsv, table) ? 'failure-rate-failed' : 'download-analytics-failed'
}

async function csvOf(tx: SiteTx, table: AnalyticsTable, period: AnalyticsPeriod): Promise<string> {
  if (isTableName(performanceCsv, table)) return performanceCsv[table](await performance(tx, period))
  if (isTableName(failuresCsv, table)) return failuresCsv[table](await failures(tx, period))
  return overviewCsv[table](await overview(tx, period))
}

const isTableName = <T extends object>(tables: T, table: string): table is Extract<keyof T, string> => table in tables

const answeredRanges = ({ days, before }: AnalyticsPeriod) => ({ days, before })

async function overview(tx: SiteTx, period: AnalyticsPeriod): Promise<AnalyticsOverviewAnswer> {
  const { zone, today } = period
  const sums = await sumMeasures(tx, period, measuresByView.overview)
  const products = topProducts(sums)
  const month = { days: lastDays(topPerformersRangeDays, today), before: null, zone }
  const performers = topPerformers(await sumMeasures(tx, month, measuresByView.performers))
  const nameOf = await productNamesOf(tx, [...products, ...performers])
  return {
    ...answeredRanges(period),
    today,
    funnel: funnelOf(sums, period),
    byDay: stepsByDay(sums, period),
    products: products.map((each) => ({ ...each, name: nameOf(each.productId) })),
    referrers: topReferrers(sums),
    devices: previewsByDevice(sums, period),
    performers: performers.map((each) => ({ ...each, name: nameOf(each.productId) })),
  }
}

const performance = async (tx: SiteTx, period: AnalyticsPeriod): Promise<PreviewPerformanceAnswer> => ({
  ...answeredRanges(period),
  ...downloadPerformanceOf(await sumMeasures(tx, period, measuresByView.performance), period),
})

const failures = async (tx: SiteTx, period: AnalyticsPeriod): Promise<DownloadFailuresAnswer> => ({
  ...answeredRanges(period),
  ...downloadFailuresOf(await sumMeasures(tx, period, measuresByView.failures), period),
})
