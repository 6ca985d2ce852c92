import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { LabelledLink } from '#domain/pages/content.ts'
import { fieldLimits, type PartField } from '#domain/sites/fields.ts'
import type { ThemedImage } from '#domain/sites/site.ts'
import { DocumentPicture, ThemedPicture } from '#web/admin/site-editor/document-picture.tsx'
import { IconField } from '#web/admin/site-editor/icon-field.tsx'
import { OptionalLinkFields } from '#web/admin/site-editor/link-fields.tsx'
import { SiteChoiceField } from '#web/admin/site-editor/site-choice-field.tsx'
import { MarkdownField } from '#web/admin/ui/editor/markdown-field.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'

export type FieldInputProps = {
  field: PartField
  /** Its place in the form, which tells it apart and leads the focus to it. */
  name: string
  value: unknown
  onChange: (value: unknown) => void
  /** The problems of this field and of everything inside it, by their place in the form. */
  problems: Readonly<Record<string, string>>
  onUploading: (words: string | null) => void
}

/** The input for a field of the site document, by its kind. */
export function FieldInput({ field, name, value, onChange, problems, onUploading }: FieldInputProps): ReactNode {
  const { kind, label, help, empty, ratio } = field
  const about = { name, label, help }
  const error = problems[name] ?? null
  const none = empty === 'null' ? null : undefined
  switch (kind) {
    case 'link':
      return (
        <OptionalLinkFields
          {...about}
          isRequired={empty === undefined}
          link={(value as LabelledLink | null) ?? null}
          problems={problems}
          onChange={onChange}
        />
      )
    case 'list':
      return (
        <EntriesField
          name={name}
          label={label}
          entry={field.entry!}
          values={(value as Record<string, unknown>[] | undefined) ?? []}
          problems={problems}
          onUploading={onUploading}
          onChange={onChange}
        />
      )
    case 'themed':
      return (
        <ThemedPicture
          {...about}
          onUploading={onUploading}
          value={(value as ThemedImage | null) ?? null}
          isOptional={empty !== undefined}
          problems={problems}
          onChange={onChange}
        />
      )
    case 'icon':
    case 'picture': {
      const Picture = kind === 'icon' ? IconField : DocumentPicture
      return (
        <Picture
          {...about}
          onUploading={onUploading}
          ratio={ratio}
          isRequired={empty === undefined}
          value={(value as string | null | undefined) ?? ''}
          error={error}
          onChange={(picture) => onChange(picture || (empty ? none : ''))}
        />
      )
    }
    case 'switch':
      return <Checkbox {...about} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
    case 'number':
      return <NumberInput {...about} range={field.range!} value={value} error={error} onChange={onChange} />
    case 'choice':
      return <ChoiceInput {...about} options={field.options!} value={value} error={error} onChange={onChange} />
    case 'ofSite':
      return <SiteChoiceField {...about} from={field.from!} value={value} error={error} onChange={onChange} />
    default:
      return (
        <TextInput
          {...about}
          kind={kind}
          required={empty === undefined}
          value={(value as string | null | undefined) ?? ''}
          error={error}
          onChange={(text) => onChange(text || (empty ? none : ''))}
        />
      )
  }
}

type ValueInputProps = {
  name: string
  label: string
  help: string | undefined
  value: unknown
  error: string | null
  onChange: (value: unknown) => void
}

const NumberInput = ({
  range,
  value,
  onChange,
  ...about
}: ValueInputProps & { range: NonNullable<PartField['range']> }) => (
  <TextField
    {...about}
    type="number"
    inputMode="numeric"
    min={range.min}
    max={range.max}
    value={Number.isNaN(value) ? '' : String(value ?? '')}
    onChange={({ target }) => onChange(target.value === '' ? Number.NaN : Number(target.value))}
  />
)

const ChoiceInput = ({
  options,
  value,
  onChange,
  ...about
}: ValueInputProps & { options: NonNullable<PartField['options']> }) => (
  <SelectField {...about} value={String(value)} onChange={({ target }) => onChange(target.value)}>
    {Object.entries(options).map(([option, words]) => (
      <option key={option} value={option}>
        {words}
      </option>
    ))}
  </SelectField>
)

type TextInputProps = Omit<ValueInputProps, 'value' | 'onChange'> & {
  kind: 'line' | 'text' | 'markdown'
  required: boolean
  value: string
  onChange: (text: string) => void
}

function TextInput({ kind, onChange, ...about }: TextInputProps) {
  const input = {
    ...about,
    // Counted and refused instead of cut off: nothing that was pasted is lost.
    counter: { used: about.value.length, limit: fieldLimits[kind]! },
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (kind === 'line') return <TextField {...input} />
  return kind === 'text' ? <TextArea {...input} rows={3} /> : <MarkdownField {...input} rows={8} withPictures />
}

/** Whether a field means anything while the others have these values. */
export const isFieldShown = ({ onlyWhile }: PartField, values: Readonly<Record<string, unknown>>): boolean =>
  !onlyWhile || onlyWhile.is.includes(values[onlyWhile.path])

type Entry = Record<string, unknown>

type EntriesFieldProps = {
  name: string
  label: string
  entry: NonNullable<PartField['entry']>
  values: readonly Entry[]
  problems: Readonly<Record<string, string>>
  onChange: (values: Entry[]) => void
  onUploading: (words: string | null) => void
}

/** Entries with the same fields each, in their order. */
function EntriesField({ name, label, entry, values, problems, onChange, onUploading }: EntriesFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const one = entry.name.toLowerCase()
  const replace = (at: number, change: Entry) =>
    onChange(values.map((each, index) => (index === at ? { ...each, ...change } : each)))
  const move = (at: number, to: number) => {
    const others = values.filter((_, index) => index !== at)
    onChange([...others.slice(0, to), values[at]!, ...others.slice(to)])
  }
  return (
    <div data-field={name} tabIndex={-1} className="grid gap-4 outline-none">
      {values.length === 0 && <p className="text-soft">{label}: none yet.</p>}
      <ol ref={list} tabIndex={-1} aria-label={label} className="grid gap-4 outline-none empty:hidden">
        {values.map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id, and its inputs are controlled
          <li key={at} className="grid gap-4 border border-line p-4">
            {entry.fields.map((field) => (
              <FieldInput
                key={field.path}
                field={{ ...field, label: `${field.label} ${at + 1}` }}
                name={`${name}.${at}.${field.path}`}
                value={value[field.path]}
                problems={problems}
                onUploading={onUploading}
                onChange={(changed) => replace(at, { [field.path]: changed })}
              />
            ))}
            <div className="flex gap-2">
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Move ${one} ${at + 1} up`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp aria-hidden className="size-5" />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Move ${one} ${at + 1} down`}
                disabled={at === values.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown aria-hidden className="size-5" />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove ${one} ${at + 1}`}
                onClick={() => {
                  onChange(values.filter((_, index) => index !== at))
                  list.current?.focus()
                }}
              >
                <Trash2 aria-hidden className="size-5" />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {problems[name] && <p className="text-error-ink text-sm">{problems[name]}</p>}
      <div>
        <Button
          variant="quiet"
          disabled={values.length >= entry.most}
          onClick={() => onChange([...values, { ...entry.blank }])}
        >
          <Plus aria-hidden className="size-5" /> Add a {one}
        </Button>
      </div>
    </div>
  )
}
