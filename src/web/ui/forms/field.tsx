import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type CounterTone, counterTone } from '#domain/contact/contact.ts'

export type FieldProps = {
  label: ReactNode
  help?: ReactNode
  /** A sentence, or null when the value is valid. */
  error?: string | null
  counter?: CounterValue
}

/** Attributes that connect a control with its label, help, error and counter. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldFrameProps = FieldProps & { id?: string; required?: boolean; children: (control: ControlProps) => ReactNode }

/** Label, control, error, help and counter. */
export function Field({ id, label, help, error, counter, required, children }: FieldFrameProps) {
  const { control, ids } = useControlProps({ id, help, error, counter })
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={control.id} className="font-semibold">
        {label}
        {required && <RequiredMark />}
      </label>
      {children(control)}
      <div className="flex items-start gap-4">
        <FieldNotes ids={ids} help={help} error={error} />
        {counter && <CharacterCounter id={ids.counter} {...counter} />}
      </div>
    </div>
  )
}

export function useControlProps({
  id,
  help,
  error,
  counter,
}: Pick<FieldFrameProps, 'id' | 'help' | 'error' | 'counter'>) {
  const own = useId()
  const base = id ?? own
  const ids = { error: `${base}-error`, help: `${base}-help`, counter: `${base}-counter` }
  const described = [error && ids.error, help && ids.help, counter && ids.counter].filter(Boolean).join(' ')
  const control: ControlProps = {
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

type FieldNotes = { ids: { error: string; help: string }; help?: ReactNode; error?: string | null }

/** The live region is always rendered, so that screen readers announce the error when it appears. */
export function FieldNotes({ ids, help, error }: FieldNotes) {
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

/** Classes of text inputs. Phones zoom in on inputs with less than 16 px. */
export const inputClass =
  'min-h-11 w-full min-w-0 corners border border-field bg-raised px-3.5 py-2 text-base text-ink transition-colors placeholder:text-soft hover:border-ink disabled:cursor-not-allowed disabled:bg-sunken disabled:text-soft aria-invalid:border-error-ink aria-invalid:shadow-[inset_0_0_0_1px_var(--color-error-ink)]'

export type CounterValue = { used: number; limit: number }

const tones: Record<CounterTone, { ink: string; words: string }> = {
  plain: { ink: 'text-soft', words: '' },
  yellow: { ink: 'bg-highlight/25 px-1.5 text-warning-ink', words: 'Three quarters of the space are used.' },
  red: { ink: 'bg-error px-1.5 text-on-status', words: 'Nearly all of the space is used.' },
}

/** Announces a change of colour, not every letter. */
export function CharacterCounter({ id, used, limit }: CounterValue & { id: string }) {
  const tone = counterTone(used, limit)
  return (
    <span className="ml-auto shrink-0 text-sm tabular-nums">
      <span id={id} data-tone={tone} className={tones[tone].ink}>
        {used} / {limit}
      </span>
      <span aria-live="polite" className="sr-only">
        {tones[tone].words}
      </span>
    </span>
  )
}
