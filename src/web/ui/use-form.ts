import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#domain/texts/ui.ts'
import { Refused } from '#web/answer.ts'

type Problems<V> = Partial<Record<keyof V, string>>

type Form<V> = {
  initial: V
  /** What is wrong with the fields before anything is sent. */
  check: (values: V) => Problems<V>
  send: (values: V) => Promise<unknown>
  /** The sentence for a failure that nobody can name. */
  otherwise: string
}

/**
 * The state of a small form of texts. Nothing is said about a field before the first try; from then on its problem is
 * said as it is typed. What the server has against a field is said until the field is changed.
 */
export function useForm<V extends Record<string, string>>({ initial, check, send, otherwise }: Form<V>) {
  const [values, setValues] = useState(initial)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Problems<V>>({})
  const [sentence, setSentence] = useState<string | null>(null)
  // As a mutation it is seen by whoever watches for sessions that have ended.
  const { mutateAsync, isPending: busy } = useMutation({ mutationFn: send, networkMode: 'always' })
  const [failures, setFailures] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const names = useRef(Object.keys(initial))
  useEffect(() => {
    if (failures) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])

  // A person or a password manager may have filled the fields before the page was alive.
  useEffect(() => {
    const typed = names.current.flatMap((name) => {
      const input = form.current?.elements.namedItem(name)
      return input instanceof HTMLInputElement && input.value ? [[name, input.value]] : []
    })
    if (typed.length) setValues((before) => ({ ...before, ...Object.fromEntries(typed) }))
  }, [])

  const problems: Problems<V> = { ...refused, ...(tried ? check(values) : {}) }

  async function submit(): Promise<void> {
    if (busy) return
    setTried(true)
    setSentence(null)
    setRefused({})
    if (Object.keys(check(values)).length) return setFailures(failures + 1)
    try {
      await mutateAsync(values)
    } catch (error) {
      const fields = fieldsAmong(values, error)
      setRefused(fields)
      if (Object.keys(fields).length) setFailures(failures + 1)
      else setSentence(sentenceOf(error, otherwise))
    }
  }

  return {
    values,
    busy,
    /** What is wrong with the whole. */
    sentence,
    submit,
    field: (name: keyof V & string) => ({
      name,
      value: values[name] as string,
      error: problems[name] ?? null,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
    }),
    set,
    /** Says a problem of a field that was found elsewhere. */
    refuse: (fields: Problems<V>) => {
      setRefused(fields)
      setFailures(failures + 1)
    },
    reset: () => {
      setValues(initial)
      setTried(false)
      setRefused({})
      setSentence(null)
    },
    /** For the form element: the browser's own bubbles would speak in other words than ours. */
    form: {
      ref: form,
      noValidate: true,
      // Sent before the page is alive, what was typed must not end up in the address.
      method: 'post',
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        void submit()
      },
    },
  }

  function set(name: keyof V, value: string) {
    setValues((before) => ({ ...before, [name]: value }))
    setRefused(({ [name]: _, ...others }) => others as Problems<V>)
  }
}

function fieldsAmong<V extends Record<string, string>>(values: V, error: unknown): Problems<V> {
  const fields = error instanceof Refused ? error.fields : {}
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in values)) as Problems<V>
}

/** What to say about a failure: the API's own sentence where it knows the reason. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (error instanceof Refused) return error.reason === 'unexpected' ? otherwise : error.message
  return navigator.onLine ? otherwise : uiTexts.offline
}
