import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { isEqualJson } from '#domain/activity/activity.ts'
import { type PartName, partNamesIn, type SiteDocument } from '#domain/site-editor/document.ts'
import { applyPartEdits, type PartEdits } from '#domain/site-editor/part-edits.ts'

export const maxUndoSteps = 100
/** Typing in one field is one step as long as no pause between two letters is longer. */
export const typingPauseMs = 1_000

/** What one edit has changed. `field` is that of a form, for typing that goes on. */
type UndoStep = { id: number; before: PartEdits; after: PartEdits; field: string | null; at: number }

export type BuilderState = {
  /** As it is edited here. */
  document: SiteDocument
  /** The same as far as the draft has it, in our own spelling: the server trims texts, which must not happen while typing. */
  saved: SiteDocument
  /** The newest draft that was read. */
  draft: SiteDraftAnswer
  /** Of parts that somebody else has changed while they are edited here: the `sequence` before that. */
  seen: Partial<Record<PartName, number>>
  past: readonly UndoStep[]
  future: readonly UndoStep[]
  lastStep: number
}

export type BuilderAction =
  | { type: 'edit'; edits: PartEdits; field?: string | undefined; at: number }
  | { type: 'undo' }
  | { type: 'redo' }
  /** The draft as it is now, perhaps with edits of others. */
  | { type: 'loaded'; draft: SiteDraftAnswer }
  /** This value of the part is in the draft, which is this one now. */
  | { type: 'saved'; part: PartName; value: SiteDocument[PartName]; draft: SiteDraftAnswer }
  /** After a conflict in this part: what somebody else has made of it, or what was edited here. */
  | { type: 'settled'; part: PartName; keep: 'newer' | 'mine'; draft: SiteDraftAnswer; at: number }

export const initialBuilderState = (draft: SiteDraftAnswer): BuilderState => ({
  document: draft.document,
  saved: draft.document,
  draft,
  seen: {},
  past: [],
  future: [],
  lastStep: 0,
})

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'edit':
      return withEdit(state, action)
    case 'undo': {
      const step = state.past.at(-1)
      if (!step) return state
      const document = applyPartEdits(state.document, step.before)
      return { ...state, document, past: state.past.slice(0, -1), future: [step, ...state.future] }
    }
    case 'redo': {
      const [step, ...future] = state.future
      if (!step) return state
      // What is typed next is a step of its own.
      const done = { ...step, field: null }
      return { ...state, document: applyPartEdits(state.document, step.after), past: [...state.past, done], future }
    }
    case 'loaded':
      return withDraft(state, action.draft)
    case 'saved': {
      const { part, value, draft } = action
      return withDraft(markKnown({ ...state, saved: withPart(state.saved, part, value) }, part, draft), draft)
    }
    case 'settled': {
      const { part, keep, draft, at } = action
      const settled = withDraft(markKnown(state, part, draft), draft)
      const newer = draft.document[part]
      const saved = { ...settled, saved: withPart(settled.saved, part, newer) }
      return keep === 'mine' ? saved : withEdit(saved, { edits: { [part]: newer ?? null }, at })
    }
  }
}

const withPart = (document: SiteDocument, part: PartName, value: SiteDocument[PartName]): SiteDocument =>
  applyPartEdits(document, { [part]: value ?? null })

function withEdit(
  state: BuilderState,
  { edits, field = null, at }: { edits: PartEdits; field?: string | null | undefined; at: number },
): BuilderState {
  const parts = Object.keys(edits) as PartName[]
  if (parts.every((part) => (state.document[part] ?? null) === edits[part])) return state
  const before = Object.fromEntries(parts.map((part) => [part, state.document[part] ?? null])) as PartEdits
  const last = state.past.at(-1)
  const goesOn = last && field !== null && last.field === field && at - last.at <= typingPauseMs && !state.future.length
  const step: UndoStep = goesOn
    ? { ...last, before: { ...before, ...last.before }, after: { ...last.after, ...edits }, at }
    : { id: state.lastStep + 1, before, after: edits, field, at }
  return {
    ...state,
    document: applyPartEdits(state.document, edits),
    past: [...(goesOn ? state.past.slice(0, -1) : state.past), step].slice(-maxUndoSteps),
    future: [],
    lastStep: step.id,
  }
}

/** The change of this part in a newer draft is no change of somebody else. */
function markKnown(state: BuilderState, part: PartName, { document }: SiteDraftAnswer): BuilderState {
  const { [part]: _, ...seen } = state.seen
  const draft = { ...state.draft, document: withPart(state.draft.document, part, document[part]) }
  return { ...state, seen, draft }
}

/**
 * Takes over what others have edited. A part that is edited here too keeps its value, and the sequence from before:
 * saving it is a conflict then.
 */
function withDraft(state: BuilderState, draft: SiteDraftAnswer): BuilderState {
  const { sequence, document: before } = state.draft
  if (draft.sequence < sequence) return state
  const changed = partNamesIn(before, draft.document).filter((part) => !isEqualJson(before[part], draft.document[part]))
  const dirty = new Set(dirtyParts(state))
  const taken = changed.filter((part) => !dirty.has(part))
  const kept = changed.filter((part) => dirty.has(part))
  const newer = Object.fromEntries(taken.map((part) => [part, draft.document[part] ?? null])) as PartEdits
  return {
    ...state,
    draft,
    document: taken.length ? applyPartEdits(state.document, newer) : state.document,
    saved: taken.length ? applyPartEdits(state.saved, newer) : state.saved,
    seen: { ...Object.fromEntries(kept.map((part) => [part, sequence])), ...state.seen },
    // Going back in such a part would undo what somebody else has done.
    past: withoutParts(state.past, taken),
    future: withoutParts(state.future, taken),
  }
}

function withoutParts(steps: readonly UndoStep[], parts: readonly PartName[]): readonly UndoStep[] {
  if (!parts.length) return steps
  const others = (edits: PartEdits) =>
    Object.fromEntries(Object.entries(edits).filter(([part]) => !parts.includes(part as PartName))) as PartEdits
  return steps
    .map((step) => ({ ...step, before: others(step.before), after: others(step.after) }))
    .filter(({ after }) => Object.keys(after).length > 0)
}

/** The parts that differ from the draft. */
export const dirtyParts = ({ document, saved }: BuilderState): PartName[] =>
  partNamesIn(document, saved).filter(
    (part) => document[part] !== saved[part] && !isEqualJson(document[part], saved[part]),
  )

/** The `sequence` that saving this part names as the state in which it was edited. */
export const sequenceOf = ({ seen, draft }: BuilderState, part: PartName): number => seen[part] ?? draft.sequence

export type BuilderStore = ReturnType<typeof createBuilderStore>

/** The state of the page builder, for more than one screen. */
export function createBuilderStore(draft: SiteDraftAnswer) {
  let state = initialBuilderState(draft)
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispatch(action: BuilderAction) {
      const before = state
      state = builderReducer(state, action)
      if (state !== before) for (const listener of listeners) listener()
    },
  }
}
