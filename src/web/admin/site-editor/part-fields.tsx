import type { ReactNode } from 'react'
import type { HomeContent, Link } from '#domain/pages/content.ts'
import {
  fieldLimits,
  fieldName,
  fieldsOf,
  type PartField,
  type PartWithForm,
  partForms,
} from '#domain/site-editor/text-fields.ts'
import type { ThemedImage } from '#domain/sites/site.ts'
import { DocumentPicture, ThemedPicture } from '#web/admin/site-editor/document-picture.tsx'
import { EntriesField } from '#web/admin/site-editor/entries-field.tsx'
import { IconField } from '#web/admin/site-editor/icon-field.tsx'
import { LinkFields } from '#web/admin/site-editor/link-fields.tsx'
import type { PartLabels } from '#web/admin/site-editor/part-values.ts'
import type { PartEditor } from '#web/admin/site-editor/use-part-editor.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx'

/** A form whose fields are known only from the table of fields. */
export type TextEditor = PartEditor<PartLabels>

export const labelsOf = (parts: readonly PartWithForm[]): PartLabels =>
  Object.fromEntries(parts.flatMap((part) => fieldsOf(part).map((field) => [fieldName(part, field), field.label])))

type PartFieldsProps = {
  editor: TextEditor
  part: PartWithForm
  /** The field for a text in Markdown, which has a preview of its page. */
  markdown?: (field: { name: string; label: string }) => ReactNode
}

/** All fields of a part, in their groups. */
export const PartFields = ({ editor, part, markdown }: PartFieldsProps) =>
  partForms[part].map(({ title, intro, fields }) => (
    <FieldGroup key={title} title={title} {...(intro && { intro })}>
      {fields.map((field) => {
        const name = fieldName(part, field)
        return field.kind === 'markdown' ? (
          <div key={name}>{markdown?.({ name, label: field.label })}</div>
        ) : (
          <OneField key={name} editor={editor} name={name} field={field} />
        )
      })}
    </FieldGroup>
  ))

type OneFieldProps = { editor: TextEditor; name: `${PartWithForm}.${string}`; field: PartField }

function OneField({ editor, name, field: { kind, label, help, empty, ratio } }: OneFieldProps) {
  const value = editor.values[name] as unknown
  const set = (changed: unknown) => editor.set(name, changed as never)
  const about = { label, help }
  const error = editor.problems[name] ?? null
  const onUploading = (words: string | null) => editor.uploading(name as never, words)
  const none = empty === 'null' ? null : undefined
  switch (kind) {
    case 'link':
      return (
        <LinkOrNone
          name={name}
          {...about}
          link={(value as Link | null) ?? null}
          problems={editor.problemsIn(name)}
          onChange={set}
        />
      )
    case 'entries':
      return (
        <EntriesField
          name={name}
          values={(value as HomeContent['highlights'] | undefined) ?? []}
          problems={editor.problemsIn(name)}
          onChange={set}
        />
      )
    case 'themed':
      return (
        <ThemedPicture
          name={name}
          {...about}
          onUploading={onUploading}
          value={(value as ThemedImage | null) ?? null}
          isOptional={empty !== undefined}
          problems={editor.problemsIn(name)}
          onChange={set}
        />
      )
    case 'icon':
    case 'picture': {
      const Field = kind === 'icon' ? IconField : DocumentPicture
      return (
        <Field
          name={name}
          {...about}
          onUploading={onUploading}
          ratio={ratio}
          isRequired={empty === undefined}
          value={(value as string | null | undefined) ?? ''}
          error={error}
          onChange={(picture) => set(picture || (empty ? none : ''))}
        />
      )
    }
    default: {
      const text = (value as string | null | undefined) ?? ''
      const input = {
        ...about,
        name,
        value: text,
        error,
        required: empty === undefined,
        // Counted and refused instead of cut off: nothing that was pasted is lost.
        counter: { used: text.length, limit: fieldLimits[kind]! },
        onChange: ({ target }: { target: { value: string } }) => set(target.value || (empty ? none : '')),
      }
      return kind === 'line' ? <TextField {...input} /> : <TextArea {...input} rows={3} />
    }
  }
}

type LinkOrNoneProps = {
  name: string
  label: string
  help?: string | undefined
  link: Link | null
  problems: Record<string, string>
  onChange: (link: Link | null) => void
}

function LinkOrNone({ name, label, help, link, problems, onChange }: LinkOrNoneProps) {
  return (
    <fieldset data-field={name} tabIndex={-1} className="grid gap-3 border border-line p-4 outline-none">
      <legend className="px-1 font-semibold">{label}</legend>
      {help && <p className="-mt-1 text-soft text-sm">{help}</p>}
      {link ? (
        <>
          <LinkFields
            link={link}
            name={name}
            problems={{ target: problems[`${name}.target`] ?? null, label: problems[`${name}.label`] ?? null }}
            onChange={onChange}
          />
          <div>
            <Button variant="quiet" onClick={() => onChange(null)}>
              Remove the link
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button variant="quiet" onClick={() => onChange({ target: '/contact', label: 'Contact' })}>
            Add a link
          </Button>
        </div>
      )}
    </fieldset>
  )
}
