import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/forms/button.tsx'
import { Field, type FieldProps, inputClass } from '#web/ui/forms/field.tsx'

type ListFieldProps = Omit<FieldProps, 'counter'> & {
  name: string
  values: readonly string[]
  onChange: (values: string[]) => void
  /** The singular, as in `Add support act`. */
  one: string
}

/** A list of short texts. Enter, a comma, leaving the field and saving the form add the typed text. */
export function TextListField({ label, help, error, name, values, onChange, one }: ListFieldProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function add(text: string): void {
    const added = text.split(',').map((part) => part.trim())
    const fresh = [...new Set(added)].filter((part) => part && !values.includes(part))
    setTyped('')
    if (fresh.length) onChange([...values, ...fresh])
  }

  function remove(value: string): void {
    onChange(values.filter((each) => each !== value))
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed.trim()) {
      event.preventDefault()
      add(typed)
    }
    // Ctrl+S saves without a blur event, so the typed text is added here.
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) add(typed)
    if (event.key === 'Backspace' && !typed && values.length) remove(values.at(-1)!)
  }

  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="grid gap-2">
          {values.length > 0 && (
            <ul className="contain-inline-size flex flex-wrap gap-2">
              {values.map((value) => (
                <li key={value} className="flex max-w-full items-center border border-line bg-sunken pl-3">
                  <span className="truncate">{value}</span>
                  <button
                    type="button"
                    aria-label={`Remove ${value}`}
                    onClick={() => remove(value)}
                    className="grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink"
                  >
                    <X aria-hidden className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2">
            <input
              {...control}
              ref={input}
              type="text"
              name={name}
              autoComplete="off"
              maxLength={80}
              value={typed}
              onChange={({ target }) => (target.value.endsWith(',') ? add(target.value) : setTyped(target.value))}
              onKeyDown={onKeyDown}
              onBlur={() => add(typed)}
              className={inputClass}
            />
            <Button variant="quiet" aria-label={`Add ${one}`} onClick={() => add(typed)}>
              Add
            </Button>
          </div>
        </div>
      )}
    </Field>
  )
}
