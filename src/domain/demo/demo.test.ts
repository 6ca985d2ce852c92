import { expect, test } from 'vitest'
import { type DemoKind, demoCounts, demoKinds, hasDemo, namedCounts } from '#domain/demo/demo.ts'

const each = <T>(value: T, others: Partial<Record<DemoKind, T>> = {}) =>
  ({ ...Object.fromEntries(demoKinds.map((kind) => [kind, value])), ...others }) as Record<DemoKind, T>

test('says how many there are of each kind, and nothing of those without any', () => {
  expect(demoCounts(each(0, { shows: 1, media: 6, press: 5 }))).toEqual([
    '1 show',
    '5 press quotes',
    '6 films and recordings',
  ])
  expect(demoCounts(each(1)).join(', ')).toBe(
    '1 order, 1 product, 1 show, 1 record, 1 award, 1 press quote, 1 film or recording, 1 picture in the gallery, 1 picture in the library, 1 announcement',
  )
})

test('names the first of a kind, and says how many more there are', () => {
  const none = { count: 0, names: [] }
  const shows = { count: 4, names: ['Lido', 'Knust'] }
  expect(namedCounts(each(none, { shows, orders: { count: 1, names: ['MQ-1'] } }))).toEqual([
    '1 order: MQ-1',
    '4 shows: Lido, Knust and 2 more',
  ])
})

test('visits alone are demo content that can be removed', () => {
  expect(hasDemo({ demo: each(0), hasVisits: false })).toBe(false)
  expect(hasDemo({ demo: each(0), hasVisits: true })).toBe(true)
  expect(hasDemo({ demo: each(0, { awards: 1 }), hasVisits: false })).toBe(true)
})
