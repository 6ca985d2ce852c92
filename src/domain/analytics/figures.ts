import { type DayRange, datesInRange } from '#domain/analytics/days.ts'
import { type Device, devices } from '#domain/analytics/device.ts'
import {
  type Dimension,
  type Measure,
  type MeasureSums,
  rankKeysBySum,
  sumMeasure,
} from '#domain/analytics/measure-sums.ts'
import { type FailureReason, failureReasons } from '#domain/downloads/events.ts'
import type { LocalDate } from '#domain/time/local-time.ts'

/** The funnel from a preview to a download. */
export const funnelSteps = ['preview', 'complete', 'cart', 'purchase', 'download'] as const
export type FunnelStep = (typeof funnelSteps)[number]

/** An album has many files; the funnel counts a download once, at the first complete file. */
const measureOf: Record<FunnelStep, Measure> = {
  preview: 'preview',
  complete: 'complete',
  cart: 'cart',
  purchase: 'purchase',
  download: 'first',
}

/** The measures that each view needs. */
export const measuresByView = {
  overview: [...Object.values(measureOf), 'download'],
  performers: ['preview', 'complete', 'conversion', 'seconds'],
  performance: ['start', 'download', 'failure', 'verified', 'bytes', 'ms'],
  failures: ['download', 'failure'],
} as const satisfies Record<string, readonly Measure[]>

export const maxTopProducts = 10
export const maxReferrers = 5
/** The devices view has room for more. */
export const maxReferrersByDevice = 10

/** A number and that of the period before; null when those days are deleted. */
export type ComparedCount = { now: number; before: number | null }

export type Funnel = Record<FunnelStep, ComparedCount>
export type DailyFunnel = { day: LocalDate } & Record<FunnelStep, number>
export type ProductFigures = { productId: string; files: number } & Record<FunnelStep, number>
export type Performer = { productId: string; previews: number; completes: number; conversions: number; seconds: number }

type Period = { days: DayRange; before: DayRange | null }

const compareSums = (
  sums: MeasureSums,
  { before }: Period,
  filter: { cut: Dimension; measure: Measure; key?: string },
): ComparedCount => ({
  now: sumMeasure(sums, filter),
  before: before && sumMeasure(sums, { ...filter, isBefore: true }),
})

const byFunnelStep = <T>(value: (measure: Measure) => T): Record<FunnelStep, T> =>
  Object.fromEntries(funnelSteps.map((step) => [step, value(measureOf[step])])) as Record<FunnelStep, T>

export const funnelOf = (sums: MeasureSums, period: Period): Funnel =>
  byFunnelStep((measure) => compareSums(sums, period, { cut: 'product', measure }))

export function stepsByDay(sums: MeasureSums, { days }: Period): DailyFunnel[] {
  const on = createDayLookup(sums)
  return datesInRange(days).map((day) => ({ day, ...byFunnelStep((measure) => on(day, 'product', measure)) }))
}

function createDayLookup({ byDay }: MeasureSums): (day: LocalDate, cut: Dimension, measure: Measure) => number {
  const found = new Map(byDay.map(({ day, cut, measure, n }) => [`${day} ${cut} ${measure}`, n]))
  return (day, cut, measure) => found.get(`${day} ${cut} ${measure}`) ?? 0
}

/** By downloaded files; equals by purchases, and so on back to previews. */
export function topProducts(sums: MeasureSums): ProductFigures[] {
  const amounts = amountsOfProducts(sums)
  return [...amounts]
    .map(([productId, of]) => ({ productId, files: of('download'), ...byFunnelStep(of) }))
    .filter((each) => each.files + funnelSteps.reduce((sum, step) => sum + each[step], 0) > 0)
    .sort(byLargestAmounts((each) => [each.files, each.purchase, each.cart, each.complete, each.preview]))
    .slice(0, maxTopProducts)
}

/** By purchases after a preview, then by complete plays, then by plays. */
export function topPerformers(sums: MeasureSums): Performer[] {
  return [...amountsOfProducts(sums)]
    .map(([productId, of]) => ({
      productId,
      previews: of('preview'),
      completes: of('complete'),
      conversions: of('conversion'),
      seconds: of('seconds'),
    }))
    .filter(({ previews }) => previews > 0)
    .sort(byLargestAmounts((each) => [each.conversions, each.completes, each.previews]))
    .slice(0, maxTopProducts)
}

function amountsOfProducts({ byKey }: MeasureSums): Map<string, (measure: Measure) => number> {
  const amounts = new Map<string, Map<Measure, number>>()
  for (const { cut, key, measure, isBefore, n } of byKey) {
    if (cut !== 'product' || isBefore) continue
    amounts.set(key, (amounts.get(key) ?? new Map()).set(measure, n))
  }
  return new Map([...amounts].map(([key, of]) => [key, (measure) => of.get(measure) ?? 0]))
}

const byLargestAmounts =
  <T extends { productId: string }>(amounts: (each: T) => number[]) =>
  (a: T, b: T): number => {
    const [mine, theirs] = [amounts(a), amounts(b)]
    const at = mine.findIndex((n, index) => n !== theirs[index])
    return at < 0 ? (a.productId < b.productId ? -1 : 1) : theirs[at]! - mine[at]!
  }

/** Referring hosts; '' is a direct visit. */
export const topReferrers = (sums: MeasureSums): { referrer: string; previews: number }[] =>
  rankKeysBySum(sums, { cut: 'referrer', measure: 'preview' })
    .slice(0, maxReferrersByDevice)
    .map(({ key, n }) => ({ referrer: key, previews: n }))

export const previewsByDevice = (sums: MeasureSums, period: Period): ({ device: Device } & ComparedCount)[] =>
  devices.map((device) => ({
    device,
    ...compareSums(sums, period, { cut: 'device', measure: 'preview', key: device }),
  }))

/** Downloads and their speed, which is known for files that a browser received and verified. */
export type DownloadPerformance = {
  started: ComparedCount
  completed: ComparedCount
  failed: ComparedCount
  verified: ComparedCount
  bytes: ComparedCount
  ms: ComparedCount
  speeds: { speed: SpeedClass; downloads: number }[]
  byDay: { day: LocalDate; completed: number; failed: number }[]
}

export function downloadPerformanceOf(sums: MeasureSums, period: Period): DownloadPerformance {
  const ofProducts = (measure: Measure) => compareSums(sums, period, { cut: 'product', measure })
  const ofSpeed = (measure: Measure) => compareSums(sums, period, { cut: 'speed', measure })
  const on = createDayLookup(sums)
  return {
    started: ofProducts('start'),
    completed: ofProducts('download'),
    failed: ofProducts('failure'),
    verified: ofSpeed('verified'),
    bytes: ofSpeed('bytes'),
    ms: ofSpeed('ms'),
    speeds: speedClasses.map((speed) => ({
      speed,
      downloads: sumMeasure(sums, { cut: 'speed', measure: 'verified', key: speed }),
    })),
    byDay: datesInRange(period.days).map((day) => ({
      day,
      completed: on(day, 'product', 'download'),
      failed: on(day, 'product', 'failure'),
    })),
  }
}

/** Failed downloads among all that ended. */
export type DownloadFailures = {
  ended: ComparedCount
  failed: ComparedCount
  reasons: ({ reason: FailureReason } & ComparedCount)[]
}

export function downloadFailuresOf(sums: MeasureSums, period: Period): DownloadFailures {
  const failed = compareSums(sums, period, { cut: 'product', measure: 'failure' })
  const completed = compareSums(sums, period, { cut: 'product', measure: 'download' })
  return {
    ended: {
      now: failed.now + completed.now,
      before: failed.before === null ? null : failed.before + completed.before!,
    },
    failed,
    reasons: failureReasons
      .map((reason) => ({ reason, ...compareSums(sums, period, { cut: 'reason', measure: 'failure', key: reason }) }))
      .sort((a, b) => b.now - a.now),
  }
}

const megabyte = 1_000_000

/** Upper limits of the speed classes, in bytes per second. */
export const speedClassLimits = [megabyte, 5 * megabyte, 20 * megabyte] as const

export const speedClasses = ['slow', 'fair', 'good', 'fast'] as const
export type SpeedClass = (typeof speedClasses)[number]

export const speedLabels: Record<SpeedClass, string> = {
  slow: 'Under 1 MB/s',
  fair: '1 to 5 MB/s',
  good: '5 to 20 MB/s',
  fast: '20 MB/s and more',
}
