import { expect, test } from 'vitest'
import { overviewCsv } from '#domain/analytics/csv.ts'

test('exports 5 referrers for the overview and 10 for the devices view', () => {
  const referrers = Array.from({ length: 10 }, (_, at) => ({ referrer: `r${at}.example`, previews: 20 - at }))
  const shown = { referrers, funnel: {} as never, byDay: [], products: [], performers: [], devices: [] }
  const rows = (file: string) => file.trimEnd().split('\r\n').slice(1)
  expect(rows(overviewCsv.referrers(shown))).toHaveLength(5)
  expect(rows(overviewCsv.referrers(shown)).at(-1)).toBe('r4.example,16')
  expect(rows(overviewCsv['referrers-by-device'](shown))).toHaveLength(10)
})
