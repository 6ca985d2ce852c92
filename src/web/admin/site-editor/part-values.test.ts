import { expect, test } from 'vitest'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { changedParts, partsSchema, problemsInParts, valuesIn } from '#web/admin/site-editor/part-values.ts'

const labels = { 'identity.name': 'Name', 'copyright.content': 'Copyright', 'navigation.main': 'Main menu' } as const
const document: SiteDocument = {
  identity: { name: 'Anna', tagline: 'Songs', description: 'A singer.' },
  copyright: { content: 'Anna', developer: 'Bert' },
  navigation: { main: null, footer: null },
}

test('a form has the values of its fields, whatever their part', () => {
  expect(valuesIn(labels, document)).toEqual({
    'identity.name': 'Anna',
    'copyright.content': 'Anna',
    'navigation.main': null,
  })
})

test('only parts with a changed field are stored, with the fields that the form does not show', () => {
  const values = { ...valuesIn(labels, document), 'copyright.content': 'Cora' }
  expect(changedParts(labels, { document, values })).toEqual({ copyright: { content: 'Cora', developer: 'Bert' } })
  expect(changedParts(labels, { document, values: valuesIn(labels, document) })).toEqual({})
})

test('creates a missing document part from the fields of the form', () => {
  const values = { ...valuesIn(labels, {}), 'copyright.content': 'Cora' }
  expect(changedParts(labels, { document: {}, values })).toEqual({ copyright: { content: 'Cora' } })
})

test.each([
  ['<b>Anna</b>', 'This must be text without HTML tags such as <b>.'],
  ['A'.repeat(10_000), 'This must be at most 200 characters long.'],
  ['', 'This must not be empty.'],
])('reports the invalid site name “%.12s” with a sentence at its field', (name, problem) => {
  const parsed = partsSchema.safeParse({ identity: { ...document.identity, name } })
  expect(parsed.error?.issues.map(({ path, message }) => [path, message])).toEqual([[['identity', 'name'], problem]])
})

test('reports the problem of a list entry by its path', () => {
  const main = [
    { target: '/tour', label: 'Tour' },
    { target: 'javascript:alert(1)', label: 'x' },
  ]
  expect(Object.keys(problemsInParts({ navigation: { main, footer: null } }))).toEqual(['navigation.main.1.target'])
})
