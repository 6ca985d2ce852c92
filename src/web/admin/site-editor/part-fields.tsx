import type { ReactNode } from 'react'
import { fieldsOfPart, formFieldName, type PartWithForm, partForms } from '#domain/site-editor/text-fields.ts'
import { FieldInput } from '#web/admin/site-editor/field-input.tsx'
import type { PartLabels } from '#web/admin/site-editor/part-values.ts'
import type { PartEditor } from '#web/admin/site-editor/use-part-editor.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'

/** A form whose fields are known only from the table of fields. */
export type TextEditor = PartEditor<PartLabels>

export const labelsOf = (parts: readonly PartWithForm[]): PartLabels =>
  Object.fromEntries(
    parts.flatMap((part) => fieldsOfPart(part).map((field) => [formFieldName(part, field), field.label])),
  )

type PartFieldsProps = {
  editor: TextEditor
  part: PartWithForm
  /** The field for a text in Markdown, which has a preview of its page. */
  markdown?: (field: { name: string; label: string }) => ReactNode
}

/** All fields of a part, in their groups. */
export const PartFieldInputs = ({ editor, part, markdown }: PartFieldsProps) =>
  partForms[part].map(({ title, intro, fields }) => (
    <FieldGroup key={title} title={title} {...(intro && { intro })}>
      {fields.map((field) => {
        const name = formFieldName(part, field)
        return field.kind === 'markdown' ? (
          <div key={name}>{markdown?.({ name, label: field.label })}</div>
        ) : (
          <FieldInput
            key={name}
            field={field}
            name={name}
            value={editor.values[name]}
            problems={{ ...editor.problems, ...editor.problemsIn(name) } as Record<string, string>}
            onUploading={(words) => editor.uploading(name as never, words)}
            onChange={(changed) => editor.set(name, changed as never)}
          />
        )
      })}
    </FieldGroup>
  ))
