import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PartField } from '#domain/sites/fields.ts'
import { type Section, sectionKindNames, sectionKinds, sectionList } from '#sections/kinds.ts'
import { sectionViews } from '#sections/section-list.tsx'

const section = (kind: (typeof sectionKindNames)[number], id: string): Section =>
  ({ ...sectionKinds[kind].defaults, id, kind, hidden: false }) as Section
const problems = (sections: unknown, hasMainPart = false) =>
  sectionList({ hasMainPart })
    .safeParse(sections)
    .error?.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' ')) ?? []

test.each(sectionKindNames)('a new section %s is valid, and its form has a field for everything in it', (kind) => {
  expect(problems([section(kind, 'a')])).toEqual([])
  const { fields, defaults } = sectionKinds[kind] as { fields: PartField[]; defaults: object }
  expect(fields.map(({ path }) => path).sort()).toEqual(Object.keys(defaults).sort())
})

test('each folder of sections is a kind with a view', () => {
  const folders = readdirSync('src/sections', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...sectionKindNames].sort())
  for (const kind of sectionKindNames) {
    expect(existsSync(`src/sections/${kind}/kind.ts`)).toBe(true)
    expect(sectionViews[kind].View).toBeTypeOf('function')
  }
})

test('refuses a 26th section, an unknown kind, an id twice and a list of 51 entries', () => {
  const many = Array.from({ length: 26 }, (_, at) => section('quote', `s${at}`))
  expect(problems(many.slice(1))).toEqual([])
  expect(problems(many)).toEqual(['must be at most 25 sections'])
  expect(problems([{ id: 'a', kind: 'carousel', hidden: false }])).toEqual([
    '0.kind must be a kind of section that there is',
  ])
  expect(problems([section('quote', 'a'), section('text', 'a')])).toEqual([
    'must not have two sections with the same id',
  ])
  const entries = Array.from({ length: 51 }, () => ({ title: 'A', text: 'B' }))
  expect(problems([{ ...section('highlights', 'a'), entries }])).toHaveLength(1)
})

test('a standing page has its fixed part once, any other page has none', () => {
  const main = { id: 'main', kind: 'main' }
  expect(problems([section('quote', 'a'), main], true)).toEqual([])
  expect(problems([section('quote', 'a')], true)).toEqual(['must have the fixed part of the page once'])
  expect(problems([main, section('quote', 'a')])).toEqual(['must only have sections'])
})

test('a list for any page may have the fixed part, once', () => {
  const main = { id: 'main', kind: 'main' }
  expect(sectionList().safeParse([section('quote', 'a')]).success).toBe(true)
  expect(sectionList().safeParse([main, section('quote', 'a')]).success).toBe(true)
  expect(sectionList().safeParse([main, main]).success).toBe(false)
})
