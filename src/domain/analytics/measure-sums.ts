import type { LocalDate } from '#domain/time/local-time.ts'

/** The measures counted per day, for each cut (dimension). */
export const measuresByDimension = {
  product: [
    'preview',
    'complete',
    'conversion',
    'seconds',
    'cart',
    'purchase',
    'start',
    'download',
    'first',
    'failure',
  ],
  device: ['preview'],
  referrer: ['preview'],
  reason: ['failure'],
  speed: ['verified', 'bytes', 'ms'],
} as const

export type Dimension = keyof typeof measuresByDimension
export type Measure = (typeof measuresByDimension)[Dimension][number]

/** The sum of a measure, per day or per key of a period. */
export type MeasureSum = { cut: Dimension; measure: Measure; n: number }
export type DaySum = MeasureSum & { day: LocalDate }
export type KeySum = MeasureSum & { key: string; isBefore: boolean }

/** Sums of a period and of the period before it. */
export type MeasureSums = { byDay: DaySum[]; byKey: KeySum[] }

type SumFilter = { cut: Dimension; measure: Measure; key?: string; isBefore?: boolean }

export function sumMeasure({ byKey }: MeasureSums, { cut, measure, key, isBefore = false }: SumFilter): number {
  return byKey.reduce(
    (sum, each) =>
      each.cut === cut &&
      each.measure === measure &&
      each.isBefore === isBefore &&
      (key === undefined || each.key === key)
        ? sum + each.n
        : sum,
    0,
  )
}

/** Keys by descending sum; equal sums by key, so that the order is stable. */
export function rankKeysBySum(
  sums: MeasureSums,
  { cut, measure, isBefore = false }: Omit<SumFilter, 'key'>,
): { key: string; n: number }[] {
  return sums.byKey
    .filter((each) => each.cut === cut && each.measure === measure && each.isBefore === isBefore && each.n > 0)
    .map(({ key, n }) => ({ key, n }))
    .sort((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1))
}
