import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { boxLook, Field, type FieldProps } from '#web/ui/field.tsx'

/** The browser's own list: nothing to load, and a phone shows its wheel. Children are `<option>`s. */
export function SelectField({ label, help, error, ...select }: Omit<FieldProps, 'counter'> & ComponentProps<'select'>) {
  return (
    <Field {...{ label, help, error }} id={select.id} required={select.required}>
      {(control) => <SelectBox {...select} {...control} />}
    </Field>
  )
}

export function SelectBox({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <span className={`relative grid ${className}`}>
      <select {...select} className={`${boxLook} cursor-pointer appearance-none truncate pr-9`} />
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-5 self-center" />
    </span>
  )
}
