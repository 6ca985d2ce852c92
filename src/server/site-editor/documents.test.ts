import { expect, test } from 'vitest'
import { documentSchema } from '#domain/site-editor/document.ts'
import { readDocument } from '#server/site-editor/documents.ts'

const document = { identity: { name: 'Anna', tagline: 'Songs', description: 'A singer.' } }

test('reads a document in the schema of today', () => {
  expect(readDocument({ document, schemaVersion: documentSchema, number: 4 })).toEqual({ document, problem: null })
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
  const read = readDocument({ document, schemaVersion: documentSchema, number: 4, ...stored })
  expect(read.document).toEqual({})
  expect(read.problem).toContain(`Version 4 of the website cannot be read: ${why}`)
})

test('names the first of several problems and counts the others', () => {
  const { problem } = readDocument({ document: { identity: {}, x: 1 }, schemaVersion: documentSchema, number: 1 })
  expect(problem).toMatch(/^Version 1 .* There are \d more problems like this\.$/)
})
