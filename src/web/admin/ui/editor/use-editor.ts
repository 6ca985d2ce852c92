import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { isSessionEndedError } from '#web/admin/session/session-query.ts'
import {
  conflictingOwnValues,
  hasUnsavedChanges,
  isSameJson,
  type OwnValue,
  type ValuePath,
  valueAtPath,
  valuesAfterSave,
  withValueAtPath,
} from '#web/admin/ui/editor/editor-state.ts'
import { focusField, problemsOf } from '#web/admin/ui/editor/field-problems.ts'
import { unsavedForms } from '#web/admin/ui/editor/unsaved-work.ts'
import { ApiError } from '#web/api-response.ts'
import { randomUuid } from '#web/random-id.ts'
import { errorSentence, type FieldProblems, type FormCore, useFormCore } from '#web/ui/forms/use-form.ts'

/** The values of a record as the form holds them, and the version of the record that they come from. */
export type VersionedValues<V> = { values: V; version: string | number }

type EditorOptions<V, D> = {
  initial: VersionedValues<V>
  /** The domain's own rules. */
  schema: z.ZodType<D>
  /** The values of the form in the shape that the schema expects. */
  draft: (values: V) => unknown
  /** The labels of the fields, in the order of the form. */
  labels: Record<keyof V & string, string>
  /** `id` is for a new record: it stays the same until a save succeeds, so a retry creates no second record. */
  save: (draft: D, version: VersionedValues<V>['version'], id: string) => Promise<VersionedValues<V>>
  /** Reads the record again after a conflict; a new record has none. */
  fetchNewest?: () => Promise<VersionedValues<V>>
  /** `id` is the one that `save` was given. `next`: the administrator wants to add another record now. */
  onSaved: (saved: VersionedValues<V>, about: { id: string; next: boolean }) => void
  /** Names a place in the value of a field. With it a conflict is about single values, and not about whole fields. */
  wordsOf?: (name: keyof V & string, path: ValuePath) => string
}

export type EditorState<V extends object> = ReturnType<typeof useEditor<V, unknown>>

/**
 * The state of a form for a stored record. A save of an old version overwrites nothing: the editor offers the newer
 * version instead.
 */
export function useEditor<V extends object, D>(options: EditorOptions<V, D>) {
  const { initial, schema, draft, labels } = options
  const names = Object.keys(labels) as (keyof V & string)[]
  const check = (values: V) => problemsOf<V>(schema.safeParse(draft(values)), names)
  const core = useFormCore({
    initial: initial.values,
    check,
    focusProblem: (form, wrong) => focusField(form, names.find((name) => wrong.includes(name)) ?? ''),
  })
  const { values, problems, set, field } = core
  const [stored, setStored] = useState(initial)
  const uploads = useFieldUploads<V>()
  const { fetchNewest, wordsOf } = options
  const conflict = useConflict({ core, names, stored, setStored, fetchNewest, areSingle: wordsOf !== undefined })
  const { mine, isStale, takeNewest, takeMine } = conflict
  const isDirty = hasUnsavedChanges({ values, stored: stored.values, mine, uploads: uploads.sentences })
  const dirty = useDirtyRef(isDirty)
  const { submit, busy, isLocked, isSignedOut, signedInAgain, isGone } = useSave({
    options,
    core,
    stored,
    uploads,
    dirty,
    markStale: conflict.markStale,
    onStored: (saved) => {
      setStored(saved)
      conflict.reset()
    },
  })
  return {
    values,
    labels,
    problems,
    sentence: uploads.sentence ?? core.sentence,
    isSignedOut,
    signedInAgain,
    /** The record was deleted while it was edited here. */
    isGone,
    isDirty,
    /** The current answer, also between two renders. */
    isDirtyNow: () => dirty.current,
    isStale,
    takeNewest,
    mine: mine.map((own) => ({
      ...own,
      label: own.path.length ? (wordsOf?.(own.name, own.path) ?? labels[own.name]) : labels[own.name],
      newer: valueAtPath(values[own.name], own.path),
    })),
    takeMine,
    busy,
    isLocked,
    submit,
    set,
    uploading: uploads.uploading,
    /** Keeps the form from being saved, with this sentence, until the same control calls it with null. */
    block: (control: string, sentence: string | null) => uploads.uploading(control as keyof V & string, sentence),
    /** For a text field; other fields use `set`. */
    field: (name: keyof V & string) => ({ ...field(name), label: labels[name] }),
    box: (name: keyof V & string) => ({
      name,
      label: labels[name],
      checked: values[name] as boolean,
      error: problems[name] ?? null,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.checked as V[typeof name]),
    }),
    form: core.formProps(() => submit()),
  }
}

type SaveOptions<V extends object, D> = {
  options: EditorOptions<V, D>
  core: FormCore<V>
  stored: VersionedValues<V>
  uploads: Pick<ReturnType<typeof useFieldUploads<V>>, 'sentences' | 'showSentence'>
  dirty: RefObject<boolean>
  markStale: () => void
  onStored: (saved: VersionedValues<V>) => void
}

function useSave<V extends object, D>({ options, core, stored, uploads, dirty, ...on }: SaveOptions<V, D>) {
  const { schema, draft, save, fetchNewest, onSaved } = options
  const { values } = core
  const [isSignedOut, setSignedOut] = useState(false)
  const [isGone, setGone] = useState(false)
  const id = useRef('')
  id.current ||= randomUuid()
  const latest = useRef(values)
  latest.current = values
  const saving = useMutation({
    mutationFn: (ready: D) => save(ready, stored.version, id.current),
    networkMode: 'always',
  })
  /** After a new record is saved, the editor moves to a screen of its own. */
  const isLeaving = saving.isSuccess && !fetchNewest

  /** Saves the values, with these changes. */
  async function submit(changes: Partial<V> = {}, next = false): Promise<void> {
    if (saving.isPending || isLeaving) return
    core.begin()
    setSignedOut(false)
    setGone(false)
    uploads.showSentence()
    if (Object.keys(uploads.sentences).length) return
    const sent = { ...values, ...changes }
    const ready = schema.safeParse(draft(sent))
    if (!ready.success) return core.focusFirstProblem()
    for (const name of Object.keys(changes) as (keyof V & string)[]) core.set(name, sent[name])
    try {
      const saved = await saving.mutateAsync(ready.data)
      const left = valuesAfterSave({ ...latest.current, ...changes }, { sent, saved: saved.values })
      const about = { id: id.current, next }
      id.current = randomUuid()
      core.reset(left)
      on.onStored(saved)
      dirty.current = !isSameJson(left, saved.values)
      onSaved(saved, about)
    } catch (error) {
      if (isSessionEndedError(error)) return setSignedOut(true)
      if (isNotFound(error) && fetchNewest && (await isDeleted(fetchNewest))) return setGone(true)
      if (error instanceof ApiError && error.reason === 'conflict' && fetchNewest) on.markStale()
      core.fail(error, errorPanelTexts.unexpected)
    }
  }

  return {
    submit,
    busy: saving.isPending || isLeaving,
    /** Text that is typed into a new record after its save would be lost with this screen. */
    isLocked: isLeaving || (saving.isPending && !fetchNewest),
    /** The server refused a save because the session has ended. */
    isSignedOut,
    isGone,
    signedInAgain: () => setSignedOut(false),
  }
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Something else that the record names may be missing instead. */
const isDeleted = (fetchNewest: () => Promise<unknown>): Promise<boolean> => fetchNewest().then(() => false, isNotFound)

type ConflictOptions<V extends object> = {
  core: FormCore<V>
  names: readonly (keyof V & string)[]
  stored: VersionedValues<V>
  setStored: (newer: VersionedValues<V>) => void
  fetchNewest: EditorOptions<V, unknown>['fetchNewest']
  areSingle: boolean
}

/** After a conflict: the newer version, and beside it the administrator's own values that differ from it. */
function useConflict<V extends object>(options: ConflictOptions<V>) {
  const { core, names, stored, setStored, fetchNewest, areSingle } = options
  const [isStale, setStale] = useState(false)
  const [mine, setMine] = useState<OwnValue<V>[]>([])

  async function takeNewest(): Promise<void> {
    try {
      const newer = await fetchNewest!()
      setMine(
        conflictingOwnValues({ names, stored: stored.values, mine: core.values, newest: newer.values, areSingle }),
      )
      setStored(newer)
      core.replace(newer.values)
      setStale(false)
    } catch (error) {
      core.setSentence(errorSentence(error, errorPanelTexts.unexpected))
    }
  }

  function takeMine({ name, path, value }: OwnValue<V>): void {
    core.set(name, withValueAtPath(core.values[name], path, value) as V[typeof name])
    setMine((before) => before.filter((own) => own.name !== name || !isSameJson(own.path, path)))
  }

  return {
    isStale,
    mine,
    takeNewest,
    takeMine,
    markStale: () => setStale(true),
    reset: () => {
      setMine([])
      setStale(false)
    },
  }
}

/** Running uploads, by the field that they are for. */
function useFieldUploads<V extends object>() {
  const [sentences, setSentences] = useState<FieldProblems<V>>({})
  const [isShown, setShown] = useState(false)
  return {
    sentences,
    /** Why the form cannot be saved yet, after the administrator has tried to. */
    sentence: (isShown && Object.values<string | undefined>(sentences)[0]) || null,
    showSentence: () => setShown(true),
    /** Registers the upload for a field with the sentence to show; `null` when the upload has ended. */
    uploading: (name: keyof V & string, sentence: string | null): void => {
      setSentences(
        ({ [name]: _, ...others }) => (sentence ? { ...others, [name]: sentence } : others) as FieldProblems<V>,
      )
      if (sentence) setShown(false)
    },
  }
}

/** Registers the form as unsaved work. A ref, because leaving right after a save must not wait for the next render. */
function useDirtyRef(isDirty: boolean): RefObject<boolean> {
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useEffect(() => unsavedForms.enter(() => dirty.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever `isDirty` changes
  useEffect(unsavedForms.changed, [isDirty])
  return dirty
}
