import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { OwnPage, SiteDocument } from '#domain/site-editor/document.ts'
import { createOwnPage, deleteOwnPage } from '#domain/site-editor/own-pages.ts'
import {
  applyPartEdits,
  deleteSection,
  duplicateSection,
  insertSection,
  type PartEdits,
  reorderSections,
  setSectionField,
} from '#domain/site-editor/part-edits.ts'
import type { Section } from '#sections/kinds.ts'
import {
  type BuilderAction,
  type BuilderState,
  builderReducer,
  dirtyParts,
  initialBuilderState,
  maxUndoSteps,
  sequenceOf,
  typingPauseMs,
} from '#web/admin/site-editor/pages/builder-store.ts'

const quote = (id: string, quote = id): Section => ({ id, hidden: false, kind: 'quote', quote, source: null })
const start: SiteDocument = {
  'sections-home': { sections: [quote('a'), quote('b'), quote('c')] },
  navigation: { main: null, footer: null },
}
const draftOf = (document: SiteDocument, sequence = 1): SiteDraftAnswer => ({
  draft: { number: 1, sequence, basedOn: null },
  sequence,
  document,
  ownParts: [],
  starter: start,
  changes: [],
  problems: [],
  closedLinks: [],
  scheduled: null,
})

const run = (state: BuilderState, ...actions: BuilderAction[]) => actions.reduce(builderReducer, state)
let clock = 0
/** Each a step of its own. */
function edit(edits: PartEdits): BuilderAction {
  clock += 10 * typingPauseMs
  return { type: 'edit', edits, at: clock }
}
const typed = (state: BuilderState, value: string, at: number): BuilderState =>
  builderReducer(state, {
    type: 'edit',
    edits: setSectionField(state.document, 'home', { id: 'a', path: 'quote', value }),
    field: 'home a quote',
    at,
  })
const firstQuote = ({ document }: { document: SiteDocument }) =>
  (document['sections-home']!.sections[0] as { quote?: string } | undefined)?.quote
const undo: BuilderAction = { type: 'undo' }
const redo: BuilderAction = { type: 'redo' }

/** What an owner can do with a page, each by itself a function of the document. */
const anyEdit: fc.Arbitrary<(document: SiteDocument) => PartEdits> = fc.oneof(
  fc
    .record({ id: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.string() })
    .map((change) => (document: SiteDocument) => setSectionField(document, 'home', { ...change, path: 'quote' })),
  fc
    .shuffledSubarray(['a', 'b', 'c', 'd', 'e'])
    .map((order) => (document: SiteDocument) => reorderSections(document, 'home', order)),
  fc.constantFrom('a', 'b', 'c').map((id) => (document: SiteDocument) => deleteSection(document, 'home', id)),
  fc.record({ id: fc.constantFrom('a', 'b'), copy: fc.stringMatching(/^[d-z]{1,8}$/) }).map(
    ({ id, copy }) =>
      (document: SiteDocument) =>
        duplicateSection(document, 'home', id, copy),
  ),
  fc
    .stringMatching(/^[d-z]{1,8}$/)
    .map((id) => (document: SiteDocument) => insertSection(document, 'home', quote(id), 'b')),
  fc.string().map((title) => () => ({ 'own-x': createOwnPage(title, '/x') as OwnPage })),
  fc.constant((document: SiteDocument) => deleteOwnPage(document, 'own-x')),
)

test('any sequence of edits, undo and redo gives the document of the edits not undone', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: anyEdit },
    { weight: 3, arbitrary: fc.constant('undo' as const) },
    { weight: 3, arbitrary: fc.constant('redo' as const) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: maxUndoSteps, size: 'max' }), (steps) => {
      let state = initialBuilderState(draftOf(start))
      let done: SiteDocument[] = [start]
      let undone: SiteDocument[] = []
      for (const each of steps) {
        if (each === 'undo') {
          state = builderReducer(state, undo)
          if (done.length > 1) undone = [done.pop()!, ...undone]
        } else if (each === 'redo') {
          state = builderReducer(state, redo)
          if (undone.length) done.push(undone.shift()!)
        } else {
          const before = done.at(-1)!
          const edits = each(before)
          state = builderReducer(state, edit(edits))
          if (
            Object.keys(edits).every(
              (part) => before[part as 'navigation'] === undefined && edits[part as 'navigation'] === null,
            )
          )
            continue
          done = [...done, applyPartEdits(before, edits)]
          undone = []
        }
        expect(state.document).toEqual(done.at(-1))
      }
    }),
  )
})

test('groups typing in one field into one undo step until a pause or another field', () => {
  let state = initialBuilderState(draftOf(start))
  for (const [at, value] of ['N', 'Ni', 'Nig', 'Nigh', 'Night'].entries()) state = typed(state, value, at * 400)
  state = typed(state, 'Night ferry', 1_600 + typingPauseMs + 1)
  expect(firstQuote(state)).toBe('Night ferry')
  expect(firstQuote(run(state, undo))).toBe('Night')
  expect(firstQuote(run(state, undo, undo))).toBe('a')
  expect(run(state, undo, undo, redo, redo).document).toEqual(state.document)
})

test('keeps the last hundred undo steps', () => {
  let state = initialBuilderState(draftOf(start))
  for (let at = 0; at < maxUndoSteps + 5; at++) state = typed(state, String(at), at * 10 * typingPauseMs)
  for (let at = 0; at < maxUndoSteps + 5; at++) state = builderReducer(state, undo)
  expect(firstQuote(state)).toBe('4')
})

test('an edit after an undo clears the redo steps', () => {
  const one = typed(initialBuilderState(draftOf(start)), 'one', 0)
  const two = typed(run(one, undo), 'two', 10)
  expect(firstQuote(run(two, redo))).toBe('two')
  expect(firstQuote(run(two, undo))).toBe('a')
})

test('keeps text typed during a save as unsaved', () => {
  const sent = typed(initialBuilderState(draftOf(start)), 'Night ', 0)
  const value = sent.document['sections-home']
  const more = typed(sent, 'Night ferry', 100)
  // The server has trimmed the text.
  const draft = draftOf({ ...start, 'sections-home': { sections: [quote('a', 'Night'), quote('b'), quote('c')] } }, 2)
  const saved = run(more, { type: 'saved', part: 'sections-home', value, draft }, { type: 'loaded', draft })
  expect([firstQuote(saved), dirtyParts(saved), sequenceOf(saved, 'sections-home')]).toEqual([
    'Night ferry',
    ['sections-home'],
    2,
  ])
  const quiet = run(sent, { type: 'saved', part: 'sections-home', value, draft }, { type: 'loaded', draft })
  expect([firstQuote(quiet), dirtyParts(quiet)]).toEqual(['Night ', []])
  expect(firstQuote(run(quiet, undo))).toBe('a')
})

const theirs = { 'sections-home': { sections: [quote('a', 'theirs')] } }

test('takes over edits of others in other parts without adding undo steps', () => {
  const before = typed(initialBuilderState(draftOf(start)), 'mine', 0)
  const value = before.document['sections-home']
  const stored = draftOf({ ...start, 'sections-home': value! }, 2)
  const mine = run(
    before,
    { type: 'saved', part: 'sections-home', value, draft: stored },
    edit({ 'own-x': createOwnPage('X', '/x') }),
  )
  const loaded = builderReducer(mine, { type: 'loaded', draft: draftOf({ ...start, ...theirs }, 3) })
  expect(firstQuote(loaded)).toBe('theirs')
  const back = run(loaded, undo, undo)
  expect([firstQuote(back), back.document['own-x'], dirtyParts(back)]).toEqual(['theirs', undefined, []])
})

test('keeps value and sequence of a locally edited part when someone else changes it', () => {
  const mine = typed(initialBuilderState(draftOf(start)), 'mine', 0)
  const loaded = builderReducer(mine, { type: 'loaded', draft: draftOf({ ...start, ...theirs }, 7) })
  expect([firstQuote(loaded), sequenceOf(loaded, 'sections-home'), sequenceOf(loaded, 'navigation')]).toEqual([
    'mine',
    1,
    7,
  ])
})

test('ignores a draft that is older than the current one', () => {
  const state = initialBuilderState(draftOf({ ...start, ...theirs }, 5))
  expect(builderReducer(state, { type: 'loaded', draft: draftOf(start, 4) })).toBe(state)
})

test('resolves a conflict with the newer version, undoably, or with the local edits', () => {
  const draft = draftOf({ ...start, ...theirs }, 7)
  const mine = builderReducer(typed(initialBuilderState(draftOf(start)), 'mine', 0), { type: 'loaded', draft })
  const settle = (keep: 'newer' | 'mine') =>
    builderReducer(mine, { type: 'settled', part: 'sections-home', keep, draft, at: 5 })
  expect([firstQuote(settle('newer')), dirtyParts(settle('newer'))]).toEqual(['theirs', []])
  expect(firstQuote(run(settle('newer'), undo))).toBe('mine')
  expect([firstQuote(settle('mine')), dirtyParts(settle('mine')), sequenceOf(settle('mine'), 'sections-home')]).toEqual(
    ['mine', ['sections-home'], 7],
  )
})
