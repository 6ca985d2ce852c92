import { expect, test } from 'vitest'
import { failuresCsv, overviewCsv } from '#domain/analytics/csv.ts'
import { comparedCountText, downloadSpeedText, durationText, percentageText } from '#domain/analytics/labels.ts'

const locale = 'en-GB'

test.each([
  ['25% more than in the 7 days before (80)', 100, 80, 7],
  ['50% less than on the day before (2)', 1, 2, 1],
  ['Less than 1% more than in the 7 days before (1000)', 1001, 1000, 7],
  ['The same as in the 30 days before', 4, 4, 30],
  ['None in the 7 days before', 4, 0, 7],
  ['None in the 7 days before either', 0, 0, 7],
  ['No figures for the days before', 4, null, 90],
])('describes a change as “%s”', (words, now, before, days) =>
  expect(comparedCountText(now, before, days, String)).toBe(words),
)

test('formats shares, speeds and durations', () => {
  expect(percentageText(1, 3, locale)).toBe('33.3%')
  expect(percentageText(0, 0, locale)).toBe('–')
  expect(downloadSpeedText(12_400_000, 2_000, locale)).toBe('6.2 MB/s')
  expect(downloadSpeedText(0, 0, locale)).toBe('–')
  expect(durationText(1_540, locale)).toBe('1.5 s')
  expect(durationText(72_400, locale)).toBe('1 min 12 s')
  expect(durationText(0, locale)).toBe('–')
})

test('each CSV has the labels and rows of the screen, with formulas escaped', () => {
  const compared = { now: 3, before: null }
  const shown = {
    funnel: {
      preview: { now: 4, before: 2 },
      complete: compared,
      cart: compared,
      purchase: compared,
      download: compared,
    },
    byDay: [],
    products: [],
    devices: [],
    referrers: [
      { referrer: '', previews: 3 },
      { referrer: '=1+1.example', previews: 1 },
      ...Array.from({ length: 8 }, (_, n) => ({ referrer: `radio-${n}.example`, previews: 1 })),
    ],
    performers: [{ productId: '1', name: null, previews: 3, completes: 2, seconds: 61, conversions: 1 }],
  }
  const lines = (table: keyof typeof overviewCsv) => overviewCsv[table](shown).trimEnd().split('\r\n')
  expect(lines('funnel').slice(1, 3)).toEqual(['Previews played,4,2', 'Heard to the end,3,'])
  expect(lines('referrers').slice(1, 3)).toEqual(['Directly,3', "'=1+1.example,1"])
  expect([lines('referrers').length, lines('referrers-by-device').length]).toEqual([1 + 5, 1 + 10])
  expect(lines('performers')[1]).toBe('A deleted product,3,2,61,1')
  const failures = { reasons: [{ reason: 'connection' as const, now: 2, before: 1 }], ended: { now: 8, before: 4 } }
  expect(failuresCsv.failures(failures).split('\r\n')[1]).toBe('The connection was lost,2,1,8')
})
