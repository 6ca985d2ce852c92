import { expect, test } from 'vitest'
import { type DemoKind, demoCountTexts, demoKinds, hasDemoContent, namedCountTexts } from '#domain/demo/demo.ts'

const each = <T>(value: T, others: Partial<Record<DemoKind, T>> = {}) =>
  ({ ...Object.fromEntries(demoKinds.map((kind) => [kind, value])), ...others }) as Record<DemoKind, T>

test('counts the demo content of each kind, without kinds of which there is none', () => {
  expect(demoCountTexts(each(0, { shows: 1, media: 6, press: 5 }))).toEqual([
    '1 show',
    '5 press quotes',
    '6 films and recordings',
  ])
  expect(demoCountTexts(each(1)).join(', ')).toBe(
    '1 order, 1 product, 1 show, 1 record, 1 award, 1 press quote, 1 film or recording, 1 picture in the gallery, 1 picture in the library, 1 announcement',
  )
})

test('names the first items of demo content and counts the rest', () => {
  const none = { count: 0, names: [] }
  const shows = { count: 4, names: ['Lido', 'Knust'] }
  expect(namedCountTexts(each(none, { shows, orders: { count: 1, names: ['MQ-1'] } }))).toEqual([
    '1 order: MQ-1',
    '4 shows: Lido, Knust and 2 more',
  ])
})

test('treats demo visits alone as removable demo content', () => {
  expect(hasDemoContent({ demo: each(0), hasVisits: false })).toBe(false)
  expect(hasDemoContent({ demo: each(0), hasVisits: true })).toBe(true)
  expect(hasDemoContent({ demo: each(0, { awards: 1 }), hasVisits: false })).toBe(true)
})
