import { useEffect, useState } from 'react'
import type { Hex } from '#domain/sites/site.ts'
import { isHexColour } from '#domain/sites/theme.ts'
import type { LookEditor } from '#web/admin/site-editor/look/look-editor.ts'
import { FieldNotes, inputClass, useControlProps } from '#web/ui/forms/field.tsx'

type HexFieldProps = {
  editor: Pick<LookEditor, 'block'>
  label: string
  value: Hex
  onChange: (colour: Hex) => void
  /** For a colour whose place says what it is: only screen readers get the label. */
  isLabelHidden?: boolean
  help?: string
}

/** A colour, picked or typed. An incomplete value stays in the field and keeps the form from being saved. */
export function HexField({ editor, label, value, onChange, isLabelHidden = false, help }: HexFieldProps) {
  const [typed, setTyped] = useState<string>(value)
  useEffect(() => setTyped((before) => (before.toLowerCase() === value ? before : value)), [value])
  const colour = hexOf(typed)
  const error = colour ? null : 'Please write six digits, such as #b91c1c.'
  const { control, ids } = useControlProps({ error, help })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is another object in each render
  useEffect(() => {
    if (!error) return
    editor.block(control.id, `${label}: ${error}`)
    return () => editor.block(control.id, null)
  }, [error, control.id])
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={control.id} className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      <div className="grid grid-cols-[2.75rem_minmax(0,1fr)]">
        <input
          type="color"
          aria-label={`${label}: pick`}
          value={value}
          onChange={({ target }) => onChange(target.value as Hex)}
          className="h-11 w-full cursor-pointer border border-field border-r-0 bg-raised p-1"
        />
        <input
          type="text"
          {...control}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            const next = hexOf(target.value)
            if (next) onChange(next)
          }}
          className={`${inputClass} font-mono tabular-nums`}
        />
      </div>
      <FieldNotes ids={ids} help={help} error={error} />
    </div>
  )
}

/** With or without the `#`. */
function hexOf(typed: string): Hex | null {
  const colour = `#${typed.trim().replace(/^#/, '').toLowerCase()}`
  return isHexColour(colour) ? colour : null
}
