import { describe, expect, test } from 'vitest'
import { starterParts } from '#domain/site-editor/document.ts'
import { emptyPartValues, textParts } from '#domain/site-editor/text-fields.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { settingsOf } from '#domain/sites/settings.ts'
import { sectionKinds } from '#sections/kinds.ts'
import { sites } from '#sites/index.ts'
import quoted from './quoted.txt?raw'

type Text = string | ((values: never) => string)

const modules = import.meta.glob<Record<string, Record<string, Text>>>(['./*.ts', '!./*.test.ts'], { eager: true })
const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Fills every gap with its own name: `{status}` for the status. */
const gaps = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
const shown = (text: Text): string => (typeof text === 'string' ? text : text(gaps as never))

const constants = Object.entries(modules).flatMap(([file, groups]) =>
  Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => ({ file, where: `${group}.${name}`, text: shown(text) })),
  ),
)
const ofTheSpecification = constants.filter(({ file }) => !file.startsWith('./own-'))

const listed = quoted
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [section, text] = line.split(' | ')
    return { section: section!, text: text! }
  })

test('the list of specified texts has each text once, with its section', () => {
  expect(listed.length).toBeGreaterThan(150)
  for (const { section } of listed) expect(section).toMatch(/^([AB]\d|C [A-Z]+-\d+)(, [AB]\d)*$/)
  expect(repeated(listed.map(({ text }) => text))).toEqual([])
})

test.each(listed)('a constant holds the text of section $section: $text', ({ text }) => {
  expect(ofTheSpecification.filter((constant) => constant.text === text)).toHaveLength(1)
})

test.each(ofTheSpecification)('the text of $where is in the specification', ({ text }) => {
  expect(listed.map((line) => line.text)).toContain(text)
})

// An editable text has its first words in a site's file or in the kind of its section.
test('no text that an owner can edit is one of the specification', () => {
  const editable = [
    ...createSiteRegistry(sites).all.flatMap((site) => [starterParts(site, new Map()), settingsOf(site)]),
    ...Object.values(sectionKinds).map(({ defaults }) => defaults),
    ...textParts.map(emptyPartValues),
  ].flatMap(stringsIn)
  expect(new Set(editable).size).toBeGreaterThan(300)
  // Names and titles of one or two words ('Gallery', 'Tour Dates') are titles of pages as well.
  const specified = new Set(listed.map(({ text }) => text).filter((text) => text.split(' ').length > 2))
  expect(specified.size).toBeGreaterThanOrEqual(100)
  expect(editable.filter((text) => specified.has(text))).toEqual([])
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

test('no two constants hold the same sentence', () => {
  expect(repeated(constants.map(({ text }) => text))).toEqual([])
})

describe('no file of the domain repeats a text instead of using its constant', () => {
  // One and two words ('Cancel', 'Tour Dates') may well mean something else elsewhere.
  test.each(constants.filter(({ text }) => text.split(' ').length > 2))('$text', ({ file, text }) => {
    const saying = Object.keys(sources).filter((path) => literal(text).test(sources[path]!))
    expect(saying).toEqual([file])
  })
})

/** The text as the whole of a string or template literal. */
function literal(text: string): RegExp {
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '\\$\\{[^}]+\\}')
  return new RegExp(`(['"\`])${escaped.replaceAll("'", "\\\\?'")}\\1`)
}

function repeated(all: string[]): string[] {
  return all.filter((text, i) => all.indexOf(text) !== i)
}
