import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { OwnPagePart } from '#domain/site-editor/document.ts'
import {
  addToMainMenu,
  isInMainMenu,
  isMainMenuFull,
  moveOwnPage,
  ownPageAddressProblem,
  ownPageFields,
} from '#domain/site-editor/own-pages.ts'
import { withValueAt } from '#domain/site-editor/part-edits.ts'
import { FieldInput } from '#web/admin/site-editor/field-input.tsx'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { withLeadingSlash } from '#web/admin/site-editor/pages/new-page-dialog.tsx'
import { useDeletePage } from '#web/admin/site-editor/pages/use-delete-page.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

type OwnPageProps = { part: OwnPagePart }

/** What a page of the owner's has besides its sections. */
export function OwnPageFields({ part }: OwnPageProps) {
  const { document, edit, problems, uploading } = useBuilder()
  const page = document[part]
  if (!page) return null
  return (
    <>
      <h2 tabIndex={-1} className="font-semibold text-lg leading-tight outline-none">
        Page
      </h2>
      {ownPageFields.map((field) =>
        field.path === 'address' ? (
          <AddressField key={field.path} part={part} label={field.label} help={field.help} />
        ) : (
          <FieldInput
            key={field.path}
            field={field}
            name={`${part}.${field.path}`}
            value={page[field.path as keyof typeof page]}
            problems={problems}
            onUploading={(words) => uploading(`${part}.${field.path}`, words)}
            onChange={(value) =>
              edit(
                (now) => ({ [part]: withValueAt(now[part], field.path, value) as typeof page }),
                `${part} ${field.path}`,
              )
            }
          />
        ),
      )}
      <MainMenu part={part} />
      <DeletePage part={part} />
    </>
  )
}

function AddressField({ part, label, help }: OwnPageProps & { label: string; help: string | undefined }) {
  const { document, edit, problems } = useBuilder()
  const address = document[part]!.address
  // The last one that can be led to: links of the menus follow it while another is typed.
  const good = useRef<string | null>(null)
  if (ownPageAddressProblem(document, address, part) === null) good.current = address
  return (
    <TextField
      name={`${part}.address`}
      label={label}
      help={help}
      required
      spellCheck={false}
      autoCapitalize="none"
      value={address}
      error={problems[`${part}.address`] ?? null}
      onChange={({ target }) => {
        const before = good.current
        edit((now) => moveOwnPage(now, part, { address: withLeadingSlash(target.value), before }), `${part} address`)
      }}
    />
  )
}

function MainMenu({ part }: OwnPageProps) {
  const { document, edit } = useBuilder()
  if (isInMainMenu(document, part)) return <p className="text-soft text-sm">This page is in the main menu.</p>
  const isFull = isMainMenuFull(document)
  return (
    <div className="grid justify-items-start gap-1">
      <Button variant="quiet" disabled={isFull} onClick={() => edit((now) => addToMainMenu(now, part))}>
        Add to the main menu
      </Button>
      <p className="text-soft text-sm">
        {isFull
          ? 'The main menu is full. Remove a link under Navigation first.'
          : 'Visitors see the link when you publish. Its place is under Navigation.'}
      </p>
    </div>
  )
}

function DeletePage({ part }: OwnPageProps) {
  const deletePage = useDeletePage()
  return (
    <div>
      <Button variant="quiet" onClick={({ detail }) => deletePage(part, detail === 0)}>
        <Trash2 aria-hidden className="size-5" /> Delete this page
      </Button>
    </div>
  )
}
