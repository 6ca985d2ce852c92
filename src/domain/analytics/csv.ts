import type { Device } from '#domain/analytics/device.ts'
import type {
  ComparedCount,
  DailyFunnel,
  DownloadFailures,
  DownloadPerformance,
  Funnel,
  Performer,
  ProductFigures,
} from '#domain/analytics/figures.ts'
import { funnelSteps, maxReferrers, speedLabels } from '#domain/analytics/figures.ts'
import { deletedProductLabel, funnelStepLabels, referrerText } from '#domain/analytics/labels.ts'
import { csvFile } from '#domain/csv.ts'
import { failureLabel } from '#domain/downloads/events.ts'
import { deviceTexts } from '#domain/texts/analytics.ts'

type NamedProduct = { name: string | null }
type Overview = {
  funnel: Funnel
  byDay: DailyFunnel[]
  products: (ProductFigures & NamedProduct)[]
  performers: (Performer & NamedProduct)[]
  referrers: { referrer: string; previews: number }[]
  devices: ({ device: Device } & ComparedCount)[]
}

const number = (n: number | null) => (n === null ? '' : String(n))
const nameOf = ({ name }: NamedProduct) => name ?? deletedProductLabel

const referrersCsv = (referrers: Overview['referrers']) =>
  csvFile([
    ['from', 'previews'],
    ...referrers.map(({ referrer, previews }) => [referrerText(referrer), number(previews)]),
  ])

/** One CSV per table of the screen, with the same rows. */
export const overviewCsv = {
  funnel: ({ funnel }) =>
    csvFile([
      ['step', 'count', 'before'],
      ...funnelSteps.map((step) => [funnelStepLabels[step], number(funnel[step].now), number(funnel[step].before)]),
    ]),
  days: ({ byDay }) =>
    csvFile([
      ['day', ...funnelSteps],
      ...byDay.map((each) => [each.day, ...funnelSteps.map((step) => number(each[step]))]),
    ]),
  products: ({ products }) =>
    csvFile([
      ['product', ...funnelSteps, 'files downloaded'],
      ...products.map((each) => [nameOf(each), ...funnelSteps.map((step) => number(each[step])), number(each.files)]),
    ]),
  performers: ({ performers }) =>
    csvFile([
      ['product', 'previews', 'heard to the end', 'seconds', 'bought after listening'],
      ...performers.map((each) => [
        nameOf(each),
        ...[each.previews, each.completes, each.seconds, each.conversions].map(number),
      ]),
    ]),
  referrers: ({ referrers }) => referrersCsv(referrers.slice(0, maxReferrers)),
  'referrers-by-device': ({ referrers }) => referrersCsv(referrers),
  devices: ({ devices }) =>
    csvFile([
      ['device', 'previews', 'before'],
      ...devices.map(({ device, now, before }) => [deviceTexts[device], number(now), number(before)]),
    ]),
} satisfies Record<string, (shown: Overview) => string>

export const performanceCsv = {
  downloads: ({ byDay }) =>
    csvFile([
      ['day', 'complete', 'failed'],
      ...byDay.map(({ day, completed, failed }) => [day, number(completed), number(failed)]),
    ]),
  speeds: ({ speeds }) =>
    csvFile([['speed', 'downloads'], ...speeds.map(({ speed, downloads }) => [speedLabels[speed], number(downloads)])]),
} satisfies Record<string, (shown: Pick<DownloadPerformance, 'byDay' | 'speeds'>) => string>

export const failuresCsv = {
  failures: ({ reasons, ended }) =>
    csvFile([
      ['reason', 'failed', 'before', 'of all that ended'],
      ...reasons.map(({ reason, now, before }) => [
        failureLabel(reason),
        number(now),
        number(before),
        number(ended.now),
      ]),
    ]),
} satisfies Record<string, (shown: Pick<DownloadFailures, 'reasons' | 'ended'>) => string>

const keysOf = <K extends string>(tables: Record<K, unknown>) => Object.keys(tables) as K[]

export const analyticsCsvTables = [...keysOf(overviewCsv), ...keysOf(performanceCsv), ...keysOf(failuresCsv)] as const
export type AnalyticsTable = (typeof analyticsCsvTables)[number]
