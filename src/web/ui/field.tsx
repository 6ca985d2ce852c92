import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Count, Counter } from '#web/ui/counter.tsx'

export type FieldProps = {
  label: ReactNode
  help?: ReactNode
  /** The sentence that says what is wrong; none when nothing is. */
  error?: string | null
  counter?: Count
}

/** What a control needs so that its label, help, error and counter are read with it. */
export type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type Frame = FieldProps & { id?: string; required?: boolean; children: (control: Described) => ReactNode }

/** The label above, the control, then what is wrong and what helps. */
export function Field({ id, label, help, error, counter, required, children }: Frame) {
  const { control, ids } = useDescribed({ id, help, error, counter })
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={control.id} className="font-semibold">
        {label}
        {required && <RequiredMark />}
      </label>
      {children(control)}
      <div className="flex items-start gap-4">
        <Notes ids={ids} help={help} error={error} />
        {counter && <Counter id={ids.counter} {...counter} />}
      </div>
    </div>
  )
}

export function useDescribed({ id, help, error, counter }: Pick<Frame, 'id' | 'help' | 'error' | 'counter'>) {
  const own = useId()
  const base = id ?? own
  const ids = { error: `${base}-error`, help: `${base}-help`, counter: `${base}-counter` }
  const described = [error && ids.error, help && ids.help, counter && ids.counter].filter(Boolean).join(' ')
  const control: Described = {
    id: base,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return { control, ids }
}

export const RequiredMark = () => (
  <span aria-hidden className="text-error-ink">
    {' *'}
  </span>
)

type Notes = { ids: { error: string; help: string }; help?: ReactNode; error?: string | null }

/** The error has its place from the start, so that it is read aloud when it appears. */
export function Notes({ ids, help, error }: Notes) {
  return (
    <div className="wrap-anywhere min-w-0 text-sm">
      <div aria-live="polite">
        {error && (
          <p id={ids.error} className="mb-1 flex gap-1.5 text-error-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
      {help && (
        <p id={ids.help} className="text-soft">
          {help}
        </p>
      )}
    </div>
  )
}

/** The box that is written in. At 16 px a phone does not zoom in on it. */
export const boxLook =
  'min-h-11 w-full min-w-0 rounded-none border border-field bg-raised px-3.5 py-2 text-base text-ink transition-colors placeholder:text-soft hover:border-ink disabled:cursor-not-allowed disabled:bg-sunken disabled:text-soft aria-invalid:border-error-ink aria-invalid:shadow-[inset_0_0_0_1px_var(--color-error-ink)]'
