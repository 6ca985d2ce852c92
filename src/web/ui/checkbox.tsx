import type { ComponentProps } from 'react'
import { type FieldProps, Notes, RequiredMark, useDescribed } from '#web/ui/field.tsx'

/** The whole line is the target. */
export function Checkbox({
  label,
  help,
  error,
  ...input
}: Omit<FieldProps, 'counter'> & Omit<ComponentProps<'input'>, 'type'>) {
  const { control, ids } = useDescribed({ id: input.id, help, error })
  return (
    <div className="grid">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2 has-disabled:cursor-not-allowed has-disabled:text-soft">
        <input
          {...input}
          {...control}
          type="checkbox"
          className="size-5 shrink-0 accent-action aria-invalid:outline-2 aria-invalid:outline-error-ink"
        />
        <span>
          {label}
          {input.required && <RequiredMark />}
        </span>
      </label>
      <div className="pl-8">
        <Notes ids={ids} help={help} error={error} />
      </div>
    </div>
  )
}
