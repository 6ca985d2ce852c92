import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { boxLook, Field, type FieldProps } from '#web/ui/field.tsx'

type PasswordProps = Omit<FieldProps, 'counter'> &
  Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField({ label, help, error, className = '', ...input }: PasswordProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, help, error }} id={input.id} required={input.required}>
      {(control) => (
        <span className="relative grid">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`${boxLook} pr-13 ${className}`}
          />
          <button
            type="button"
            aria-label="Show password"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid size-11 cursor-pointer place-items-center self-center text-soft hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </span>
      )}
    </Field>
  )
}
