import type { LocalDate } from '#domain/time/zoned.ts'

/** What is counted each day, and by what it is told apart. */
export const measuresOf = {
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

export type Cut = keyof typeof measuresOf
export type Measure = (typeof measuresOf)[Cut][number]

/** How much of something there was in some time: on a day, or of one key in all the days of a period. */
export type Sum = { cut: Cut; measure: Measure; n: number }
export type DaySum = Sum & { day: LocalDate }
export type KeySum = Sum & { key: string; isBefore: boolean }

/** What happened in some days, and in as many before them. */
export type Sums = { byDay: DaySum[]; byKey: KeySum[] }

type Asked = { cut: Cut; measure: Measure; key?: string; isBefore?: boolean }

export function totalOf({ byKey }: Sums, { cut, measure, key, isBefore = false }: Asked): number {
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

/** The keys with the most of it first; those with as much by their name, so that they stand still. */
export function ranked(
  sums: Sums,
  { cut, measure, isBefore = false }: Omit<Asked, 'key'>,
): { key: string; n: number }[] {
  return sums.byKey
    .filter((each) => each.cut === cut && each.measure === measure && each.isBefore === isBefore && each.n > 0)
    .map(({ key, n }) => ({ key, n }))
    .sort((a, b) => b.n - a.n || (a.key < b.key ? -1 : 1))
}
