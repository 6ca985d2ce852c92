import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { isSessionEnd } from '#web/admin/session/session-query.ts'
import { afterSave, isUnsaved, same } from '#web/admin/ui/editor-state.ts'
import { unsaved } from '#web/admin/ui/unsaved-work.ts'
import { Refused } from '#web/answer.ts'
import { freshId } from '#web/fresh-id.ts'
import { sentenceOf } from '#web/ui/use-form.ts'

/** What is being edited, as the form holds it, and the version that was seen. */
export type Opened<V> = { values: V; version: string | number }

type Editing<V, D> = {
  opened: Opened<V>
  /** The domain's own rules. */
  schema: z.ZodType<D>
  /** What the form holds, as the schema wants it. */
  draft: (values: V) => unknown
  /** What people call the fields, in the order of the form. */
  labels: Record<keyof V & string, string>
  /** For something new there is an id of its own, the same until it is saved: a second try makes no second one. */
  save: (draft: D, version: Opened<V>['version'], id: string) => Promise<Opened<V>>
  /** What it is now, for the case that somebody else has changed it meanwhile. */
  newest?: () => Promise<Opened<V>>
  onSaved: (saved: Opened<V>) => void
}

type Problems<V> = Partial<Record<keyof V & string, string>>
type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type Editor<V extends object> = ReturnType<typeof useEditor<V, unknown>>

/**
 * The state of a form for something that is kept. Nothing is said about a field before the first try to save; from then
 * on its problem is said as it is typed. A save that is too late overwrites nothing: the newer version is offered.
 */
export function useEditor<V extends object, D>({ opened, schema, draft, labels, ...how }: Editing<V, D>) {
  const [{ values: kept, version }, setKept] = useState(opened)
  const [values, setValues] = useState(opened.values)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Problems<V>>({})
  const [sentence, setSentence] = useState<string | null>(null)
  const [isStale, setStale] = useState(false)
  /** What this person had written where the newer version says something else. */
  const [mine, setMine] = useState<Partial<V>>({})
  /** Files on their way, by the field that they are for. */
  const [uploads, setUploads] = useState<Problems<V>>({})
  const [isWaited, setWaited] = useState(false)
  const [isSignedOut, setSignedOut] = useState(false)
  const [failures, setFailures] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const id = useRef('')
  id.current ||= freshId()
  const saving = useMutation({
    mutationFn: (ready: D) => how.save(ready, version, id.current),
    networkMode: 'always',
  })
  /** What is new goes on at a screen of its own once it is saved. */
  const isLeaving = saving.isSuccess && !how.newest
  const isDirty = isUnsaved({ values, kept, mine, uploads })
  // Leaving right after a save must not ask about changes that are just being forgotten.
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useEffect(() => unsaved.enter(() => dirty.current), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told when it changes
  useEffect(unsaved.changed, [isDirty])
  const written = useRef(values)
  written.current = values

  useEffect(() => {
    if (failures) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])

  // Somebody may have begun to write before the page was alive.
  const texts = useRef(Object.entries(opened.values).filter(([, value]) => typeof value === 'string'))
  useEffect(() => {
    const typed = texts.current.flatMap(([name, value]) => {
      const input = form.current?.elements.namedItem(name)
      return input instanceof HTMLInputElement && input.type !== 'file' && input.value !== value
        ? [[name, input.value]]
        : []
    })
    if (typed.length) setValues((before) => ({ ...before, ...Object.fromEntries(typed) }))
  }, [])

  const names = Object.keys(labels) as (keyof V & string)[]
  const check = () => problemsOf<V>(schema.safeParse(draft(values)), names)
  const problems: Problems<V> = { ...refused, ...(tried ? check() : {}) }

  async function submit(): Promise<void> {
    if (saving.isPending || isLeaving) return
    setTried(true)
    setSentence(null)
    setRefused({})
    setSignedOut(false)
    setWaited(true)
    if (Object.keys(uploads).length) return
    const ready = schema.safeParse(draft(values))
    if (!ready.success) return setFailures(failures + 1)
    try {
      const saved = await saving.mutateAsync(ready.data)
      const left = afterSave(written.current, { sent: values, saved: saved.values })
      id.current = freshId()
      setKept(saved)
      setValues(left)
      setMine({})
      setStale(false)
      setTried(false)
      dirty.current = !same(left, saved.values)
      how.onSaved(saved)
    } catch (error) {
      refuse(error)
    }
  }

  function refuse(error: unknown): void {
    if (isSessionEnd(error)) {
      setSignedOut(true)
      return
    }
    if (error instanceof Refused && error.reason === 'conflict' && how.newest) setStale(true)
    const fields = error instanceof Refused ? problemsAmong<V>(error.fields, names) : {}
    setRefused(fields)
    if (Object.keys(fields).length) setFailures(failures + 1)
    else setSentence(sentenceOf(error, errorPanelTexts.unexpected))
  }

  /** Takes the newer version; what was written here stays at hand, field by field. */
  async function takeNewest(): Promise<void> {
    try {
      const newer = await how.newest!()
      const differing = names.filter(
        (name) => !same(values[name], kept[name]) && !same(values[name], newer.values[name]),
      )
      setMine(Object.fromEntries(differing.map((name) => [name, values[name]])) as Partial<V>)
      setKept(newer)
      setValues(newer.values)
      setRefused({})
      setSentence(null)
      setStale(false)
    } catch (error) {
      setSentence(sentenceOf(error, errorPanelTexts.unexpected))
    }
  }

  function set<K extends keyof V & string>(name: K, value: V[K]): void {
    setValues((before) => ({ ...before, [name]: value }))
    setRefused(({ [name]: _, ...others }) => others as Problems<V>)
  }

  /** A file for a field is on its way, and what to say of that; or it is no longer. */
  function uploading(name: keyof V & string, words: string | null): void {
    setUploads(({ [name]: _, ...others }) => (words ? { ...others, [name]: words } : others) as Problems<V>)
    if (words) setWaited(false)
  }

  function takeMine(name: keyof V & string): void {
    set(name, mine[name] as V[typeof name])
    setMine(({ [name]: _, ...others }) => others as Partial<V>)
  }

  return {
    values,
    labels,
    problems,
    sentence: (isWaited && Object.values<string | undefined>(uploads)[0]) || sentence,
    /** A save was refused because nobody is signed in any more. */
    isSignedOut,
    signedInAgain: () => setSignedOut(false),
    isDirty,
    /** For those who must know at once, between two renderings. */
    isDirtyNow: () => dirty.current,
    isStale,
    takeNewest,
    mine,
    takeMine,
    busy: saving.isPending || isLeaving,
    /** What is written until the other screen stands would stay behind. */
    isLocked: isLeaving || (saving.isPending && !how.newest),
    submit,
    set,
    uploading,
    /** For a field of text; `set` is for the others. */
    field: (name: keyof V & string) => ({
      name,
      label: labels[name],
      value: values[name] as string,
      error: problems[name] ?? null,
      onChange: ({ target }: ChangeEvent<Input>) => set(name, target.value as V[typeof name]),
    }),
    /** For a box to tick. */
    box: (name: keyof V & string) => ({
      name,
      label: labels[name],
      checked: values[name] as boolean,
      error: problems[name] ?? null,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.checked as V[typeof name]),
    }),
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      },
    },
  }
}

type Parsed =
  | { success: true }
  | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }

/** The first sentence about each field. */
function problemsOf<V>(parsed: Parsed, names: readonly string[]): Problems<V> {
  if (parsed.success) return {}
  const said = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const).reverse()
  return problemsAmong(Object.fromEntries(said), names)
}

/** The server names what is inside a list by its place, such as `tags.2`. */
function problemsAmong<V>(fields: Record<string, string>, names: readonly string[]): Problems<V> {
  const known = Object.entries(fields).map(([path, words]) => [path.split('.')[0]!, words] as const)
  return Object.fromEntries(known.filter(([name]) => names.includes(name))) as Problems<V>
}
