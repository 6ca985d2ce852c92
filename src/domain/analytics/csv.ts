import type { Device } from '#domain/analytics/device.ts'
import type {
  Compared,
  Failures,
  Funnel,
  OfProduct,
  Performance,
  Performer,
  StepsOfDay,
} from '#domain/analytics/figures.ts'
import { steps } from '#domain/analytics/figures.ts'
import { speedWords } from '#domain/analytics/speed.ts'
import { goneProduct, reasonWords, referrerWords, stepWords } from '#domain/analytics/words.ts'
import { csvFile } from '#domain/csv.ts'
import { deviceTexts } from '#domain/texts/analytics.ts'

/** Each table of the screen can be had as a file. */
export const analyticsTables = [
  'funnel',
  'days',
  'products',
  'performers',
  'referrers',
  'devices',
  'downloads',
  'speeds',
  'failures',
] as const
export type AnalyticsTable = (typeof analyticsTables)[number]

type Named = { name: string | null }
export type Shown = {
  funnel: Funnel
  byDay: StepsOfDay[]
  products: (OfProduct & Named)[]
  performers: (Performer & Named)[]
  referrers: { referrer: string; previews: number }[]
  devices: ({ device: Device } & Compared)[]
  downloadsByDay: Performance['byDay']
} & Pick<Performance, 'speeds'> &
  Pick<Failures, 'reasons' | 'ended'>

const number = (n: number | null) => (n === null ? '' : String(n))
const nameOf = ({ name }: Named) => name ?? goneProduct

export const analyticsCsv: Record<AnalyticsTable, (shown: Shown) => string> = {
  funnel: ({ funnel }) =>
    csvFile([
      ['step', 'count', 'before'],
      ...steps.map((step) => [stepWords[step], number(funnel[step].now), number(funnel[step].before)]),
    ]),
  days: ({ byDay }) =>
    csvFile([['day', ...steps], ...byDay.map((each) => [each.day, ...steps.map((step) => number(each[step]))])]),
  products: ({ products }) =>
    csvFile([
      ['product', ...steps, 'files downloaded'],
      ...products.map((each) => [nameOf(each), ...steps.map((step) => number(each[step])), number(each.files)]),
    ]),
  performers: ({ performers }) =>
    csvFile([
      ['product', 'previews', 'heard to the end', 'seconds', 'bought after listening'],
      ...performers.map((each) => [
        nameOf(each),
        ...[each.previews, each.completes, each.seconds, each.conversions].map(number),
      ]),
    ]),
  referrers: ({ referrers }) =>
    csvFile([
      ['from', 'previews'],
      ...referrers.map(({ referrer, previews }) => [referrerWords(referrer), number(previews)]),
    ]),
  devices: ({ devices }) =>
    csvFile([
      ['device', 'previews', 'before'],
      ...devices.map(({ device, now, before }) => [deviceTexts[device], number(now), number(before)]),
    ]),
  downloads: ({ downloadsByDay }) =>
    csvFile([
      ['day', 'complete', 'failed'],
      ...downloadsByDay.map(({ day, completed, failed }) => [day, number(completed), number(failed)]),
    ]),
  speeds: ({ speeds }) =>
    csvFile([['speed', 'downloads'], ...speeds.map(({ speed, downloads }) => [speedWords[speed], number(downloads)])]),
  failures: ({ reasons, ended }) =>
    csvFile([
      ['reason', 'failed', 'before', 'of all that ended'],
      ...reasons.map(({ reason, now, before }) => [
        reasonWords[reason],
        number(now),
        number(before),
        number(ended.now),
      ]),
    ]),
}
