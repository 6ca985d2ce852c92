import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#domain/texts/ui.ts'
import { ApiError } from '#web/api-response.ts'

export type FieldProblems<V> = Partial<Record<keyof V & string, string>>

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

type FormOptions<V> = {
  initial: V
  /** The problems of the fields, found before anything is sent. */
  check: (values: V) => FieldProblems<V>
  send: (values: V) => Promise<unknown>
  /** The sentence for a failure without a known reason. */
  otherwise: string
}

/** The state of a small form of texts. */
export function useForm<V extends Record<string, string>>({ initial, check, send, otherwise }: FormOptions<V>) {
  const core = useFormCore({ initial, check })
  const { values, sentence, set, refuse, field } = core
  // A mutation, because the mutation cache watches for sessions that have ended.
  const { mutateAsync, isPending: busy } = useMutation({ mutationFn: send, networkMode: 'always' })

  async function submit(): Promise<void> {
    if (busy) return
    core.begin()
    if (Object.keys(check(values)).length) return core.focusFirstProblem()
    try {
      await mutateAsync(values)
    } catch (error) {
      core.fail(error, otherwise)
    }
  }

  return {
    values,
    busy,
    sentence,
    submit,
    field,
    set,
    refuse,
    clearSentence: () => core.setSentence(null),
    reset: () => core.reset(initial),
    form: core.formProps(submit),
  }
}

export type FormCore<V extends object> = ReturnType<typeof useFormCore<V>>

type CoreOptions<V> = Pick<FormOptions<V>, 'initial' | 'check'> & {
  /** Moves the focus to the first of these fields. */
  focusProblem?: (form: HTMLFormElement, names: string[]) => void
}

/**
 * The core of `useForm` and of the admin area's `useEditor`. Problems of the fields show after the first submit, and
 * from then on follow the typing. A problem that the server has found shows until its field is changed.
 */
export function useFormCore<V extends object>({ initial, check, focusProblem = focusInvalid }: CoreOptions<V>) {
  const [values, setValues] = useState(initial)
  const [isTried, setTried] = useState(false)
  const [serverProblems, setServerProblems] = useState<FieldProblems<V>>({})
  const [sentence, setSentence] = useState<string | null>(null)
  const ref = useRef<HTMLFormElement>(null)
  useEarlyInput(ref, initial, (typed) => setValues((before) => ({ ...before, ...typed })))
  const problems: FieldProblems<V> = { ...(isTried ? check(values) : {}), ...serverProblems }
  const focusFirstProblem = useAfterRender(() => ref.current && focusProblem(ref.current, Object.keys(problems)))

  function set<K extends keyof V & string>(name: K, value: V[K]): void {
    setValues((before) => ({ ...before, [name]: value }))
    setServerProblems(({ [name]: _, ...others }) => others as FieldProblems<V>)
  }

  function refuse(fields: FieldProblems<V>): void {
    setServerProblems(fields)
    focusFirstProblem()
  }

  function begin(): void {
    setTried(true)
    setSentence(null)
    setServerProblems({})
  }

  /** Shows why the server has refused: at the fields that it names, which it returns, otherwise as a sentence. */
  function fail(error: unknown, otherwise: string): FieldProblems<V> {
    const fields = error instanceof ApiError ? problemsOfFields<V>(error.fields, Object.keys(initial)) : {}
    if (Object.keys(fields).length) refuse(fields)
    else setSentence(errorSentence(error, otherwise))
    return fields
  }

  function replace(newer: V): void {
    setValues(newer)
    setServerProblems({})
    setSentence(null)
  }

  function reset(to: V): void {
    replace(to)
    setTried(false)
  }

  return {
    values,
    problems,
    /** The problem of the form as a whole. */
    sentence,
    setSentence,
    set,
    /** Shows problems of fields that were found elsewhere. */
    refuse,
    begin,
    fail,
    replace,
    reset,
    focusFirstProblem,
    field: (name: keyof V & string) => ({
      name,
      value: values[name] as string,
      error: problems[name] ?? null,
      onChange: ({ target }: ChangeEvent<Input>) => set(name, target.value as V[typeof name]),
    }),
    /** For the form element; the browser's own validation would use other words than ours. */
    formProps: (submit: () => Promise<void>) => ({
      ref,
      noValidate: true,
      // A form that is sent before hydration must not put its values into the address.
      method: 'post' as const,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      },
    }),
  }
}

const focusInvalid = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** Runs the action after the next render, which marks the fields. */
function useAfterRender(action: () => void): () => void {
  const [calls, setCalls] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each call
  useEffect(() => {
    if (calls) action()
  }, [calls])
  return () => setCalls((before) => before + 1)
}

/** Takes over texts that a person or a password manager has entered before hydration. */
function useEarlyInput<V extends object>(
  form: RefObject<HTMLFormElement | null>,
  initial: V,
  onTyped: (typed: Partial<V>) => void,
): void {
  const first = useRef({ initial, onTyped })
  useEffect(() => {
    const typed = Object.entries(first.current.initial).flatMap(([name, value]) => {
      const input = typeof value === 'string' && form.current?.elements.namedItem(name)
      return input instanceof HTMLInputElement && input.type !== 'file' && input.value !== value
        ? [[name, input.value]]
        : []
    })
    if (typed.length) first.current.onTyped(Object.fromEntries(typed))
  }, [form])
}

/** The problems of these fields. The server names an entry of a list by its position, such as `tags.2`. */
export function problemsOfFields<V>(problems: Record<string, string>, names: readonly string[]): FieldProblems<V> {
  const byField = Object.entries(problems).flatMap(([path, problem]) => {
    const name = names.find((each) => path === each || path.startsWith(`${each}.`))
    return name === undefined ? [] : [[name, problem]]
  })
  return Object.fromEntries(byField) as FieldProblems<V>
}

/** The sentence for a failure: the API's own where it knows the reason. */
export function errorSentence(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.reason === 'unexpected' ? otherwise : error.message
  return navigator.onLine ? otherwise : uiTexts.offline
}
