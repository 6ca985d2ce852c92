import type { ComponentProps } from 'react'
import { boxLook, Field, type FieldProps } from '#web/ui/field.tsx'

export function TextField({
  label,
  help,
  error,
  counter,
  className = '',
  ...input
}: FieldProps & ComponentProps<'input'>) {
  return (
    <Field {...{ label, help, error, counter }} id={input.id} required={input.required}>
      {(control) => <input type="text" {...input} {...control} className={`${boxLook} ${className}`} />}
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
    <Field {...{ label, help, error, counter }} id={area.id} required={area.required}>
      {(control) => <textarea rows={5} {...area} {...control} className={`${boxLook} resize-y ${className}`} />}
    </Field>
  )
}
