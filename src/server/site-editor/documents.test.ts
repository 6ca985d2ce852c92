import { expect, test } from 'vitest'
import { documentSchema } from '#domain/site-editor/document.ts'
import { migrateDocument } from '#server/site-editor/documents.ts'

const document = { identity: { name: 'Anna', tagline: 'Songs', description: 'A singer.' } }

test('reads a document in the current schema', () => {
  expect(migrateDocument({ document, schemaVersion: documentSchema, number: 4 })).toEqual({ document, problem: null })
})

const firstSchema = {
  identity: document.identity,
  home: {
    hero: { line: 'New songs', image: 'hero.jpg', portrait: null, action: { target: '/tour', label: 'Shows' } },
    intro: { heading: 'Anna', text: '1. Sings *loudly*.', image: null, action: null },
    headings: { tour: 'On the road', shop: 'From the shop' },
    highlights: [{ title: 'Kept', text: 'Not shown without a heading.' }],
  },
}

test('migrates the home part of a schema 1 document to sections', () => {
  const read = migrateDocument({ document: firstSchema, schemaVersion: 1, number: 4 })
  expect(read.problem).toBeNull()
  expect(Object.keys(read.document).toSorted()).toEqual(['identity', 'sections-home'])
  expect(read.document['sections-home']?.sections).toMatchObject([
    { kind: 'hero', line: 'New songs', image: 'hero.jpg', action: { target: '/tour', label: 'Shows' } },
    { kind: 'shows', heading: 'On the road' },
    { kind: 'text', heading: 'Anna', text: String.raw`1\. Sings \*loudly\*.` },
    { kind: 'products', heading: 'From the shop' },
    { kind: 'mailing-list' },
  ])
})

test('leaves a schema 1 document without a home part unchanged', () => {
  expect(migrateDocument({ document, schemaVersion: 1, number: 4 })).toEqual({ document, problem: null })
})

test('the current schema has no home part', () => {
  const { problem } = migrateDocument({ document: firstSchema, schemaVersion: documentSchema, number: 4 })
  expect(problem).toContain('Version 4 of the website cannot be read: home')
})

test.each([
  ['that a newer program has written', { schemaVersion: documentSchema + 1 }, 'a newer version of the program has'],
  ['that no step leads to', { schemaVersion: 0 }, 'the program has no step from its schema 0.'],
  [
    'that does not fit its schema',
    { document: { identity: { name: 'Anna' } } },
    'identity.tagline: This must be text.',
  ],
])('refuses a document %s, by the number of its version', (_, stored, why) => {
  const read = migrateDocument({ document, schemaVersion: documentSchema, number: 4, ...stored })
  expect(read.document).toEqual({})
  expect(read.problem).toContain(`Version 4 of the website cannot be read: ${why}`)
})

test('reports the first problem of a document and the number of others', () => {
  const { problem } = migrateDocument({ document: { identity: {}, x: 1 }, schemaVersion: documentSchema, number: 1 })
  expect(problem).toMatch(/^Version 1 .* There are \d more problems like this\.$/)
})
