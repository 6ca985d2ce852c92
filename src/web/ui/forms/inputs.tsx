import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, FieldNotes, type FieldProps, inputClass, RequiredMark, useControlProps } from '#web/ui/forms/field.tsx'

export function TextField({
  label,
  help,
  error,
  counter,
  className = '',
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} help={help} error={error} counter={counter} id={input.id} required={input.required}>
      {(control) => <input type="text" {...input} {...control} className={`${inputClass} ${className}`} />}
    </Field>
  )
}

export function TextArea({
  label,
  help,
  error,
  counter,
  className = '',
  ...area
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} help={help} error={error} counter={counter} id={area.id} required={area.required}>
      {(control) => <textarea rows={5} {...area} {...control} className={`${inputClass} resize-y ${className}`} />}
    </Field>
  )
}

/** A native select, which needs no script and uses the picker of a phone. Children are `<option>`s. */
export function SelectField({ label, help, error, ...select }: Omit<FieldProps, 'counter'> & ComponentProps<'select'>) {
  return (
    <Field label={label} help={help} error={error} id={select.id} required={select.required}>
      {(control) => <SelectBox {...select} {...control} />}
    </Field>
  )
}

export function SelectBox({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <span className={`relative grid ${className}`}>
      <select {...select} className={`${inputClass} cursor-pointer appearance-none truncate pr-9`} />
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-5 self-center" />
    </span>
  )
}

/** The whole line is clickable. */
export function Checkbox({
  label,
  help,
  error,
  ...input
}: Omit<FieldProps, 'counter'> & Omit<ComponentProps<'input'>, 'type'>) {
  const { control, ids } = useControlProps({ id: input.id, help, error })
  return (
    <div className="grid">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2 has-disabled:cursor-not-allowed has-disabled:text-soft">
        <input
          {...input}
          {...control}
          type="checkbox"
          className="size-5 shrink-0 accent-ink aria-invalid:outline-2 aria-invalid:outline-error-ink"
        />
        <span>
          {label}
          {input.required && <RequiredMark />}
        </span>
      </label>
      <div className="pl-8">
        <FieldNotes ids={ids} help={help} error={error} />
      </div>
    </div>
  )
}
