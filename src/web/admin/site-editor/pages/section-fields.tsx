import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Copy, Eye, EyeOff, type LucideIcon, Trash2 } from 'lucide-react'
import { undoOfferMs } from '#domain/activity/undo.ts'
import { type EditablePage, partOfPage, sectionsOfPage } from '#domain/site-editor/editable-pages.ts'
import {
  deleteSection,
  duplicateSection,
  insertSection,
  reorderSections,
  setSectionField,
} from '#domain/site-editor/part-edits.ts'
import { textParts } from '#domain/site-editor/text-fields.ts'
import { sectionLabels } from '#domain/site-editor/words.ts'
import { maxSections } from '#sections/define-section.ts'
import { isSectionOff, type Section, sectionKinds } from '#sections/kinds.ts'
import { FieldInput, isFieldShown } from '#web/admin/site-editor/field-input.tsx'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { moveItemToIndex } from '#web/admin/ui/reorder.ts'
import { randomShortId } from '#web/random-id.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type SectionProps = {
  page: EditablePage
  id: string
  /** Another section instead of this one. */
  onChoose: (id: string | null) => void
}

/** The fields of one section, and what can be done with it. */
export function SectionFields({ page, id, onChoose }: SectionProps) {
  const { document, edit, problems, uploading } = useBuilder()
  const site = useWebsite()
  const sections = sectionsOfPage(document, page)
  const at = sections.findIndex((each) => each.id === id)
  const section = sections[at]
  if (!section) return null
  if (section.kind === 'main') return <MainPart page={page} />
  const { fields, description } = sectionKinds[section.kind]
  const name = sectionLabels(sections).get(id)!
  return (
    <>
      <header className="grid gap-2">
        <h2 tabIndex={-1} className="font-semibold text-lg leading-tight outline-none">
          {name}
        </h2>
        <SectionActions page={page} id={id} section={section} name={name} at={at} onChoose={onChoose} />
        {section.hidden && <p className="text-soft text-sm">Hidden: visitors do not see this section.</p>}
        {isSectionOff(site, section.kind) && (
          <p className="text-soft text-sm">What this section shows is switched off, so visitors do not see it.</p>
        )}
      </header>
      {fields.length === 0 && <p className="text-soft">{description}</p>}
      {fields.map((field) => {
        if (!isFieldShown(field, section)) return null
        const place = `${partOfPage(page)}.sections.${at}.${field.path}`
        return (
          <FieldInput
            key={field.path}
            field={field}
            name={place}
            value={section[field.path as keyof typeof section]}
            problems={problems}
            onUploading={(words) => uploading(`${id}.${field.path}`, words)}
            onChange={(value) =>
              edit((now) => setSectionField(now, page, { id, path: field.path, value }), `${page} ${id} ${field.path}`)
            }
          />
        )
      })}
    </>
  )
}

type ActionsProps = SectionProps & { section: Section; name: string; at: number }
type Action = { label: string; Icon: LucideIcon; isOff?: boolean; run: (byKeyboard: boolean) => void }

function SectionActions({ page, section, name, at, id, onChoose }: ActionsProps) {
  const { document, edit } = useBuilder()
  const remove = useDeleteSection(page)
  const sections = sectionsOfPage(document, page)
  const ids = sections.map((each) => each.id)
  const isFull = sections.filter(({ kind }) => kind !== 'main').length >= maxSections
  const moveTo = (to: number) => edit((now) => reorderSections(now, page, moveItemToIndex(ids, id, to)))
  const hide = () => edit((now) => setSectionField(now, page, { id, path: 'hidden', value: !section.hidden }))
  const duplicate = () => {
    const copy = randomShortId()
    edit((now) => duplicateSection(now, page, id, copy))
    onChoose(copy)
  }
  const deleteIt = (byKeyboard: boolean) => {
    const neighbour = ids[at + 1] ?? ids[at - 1] ?? null
    remove({ section, name, after: ids[at - 1] ?? null, byKeyboard })
    onChoose(neighbour)
  }
  const actions: Action[] = [
    { label: 'Move up', Icon: ArrowUp, isOff: at === 0, run: () => moveTo(at - 1) },
    { label: 'Move down', Icon: ArrowDown, isOff: at === ids.length - 1, run: () => moveTo(at + 1) },
    { label: 'Duplicate', Icon: Copy, isOff: isFull, run: duplicate },
    section.hidden ? { label: 'Show', Icon: Eye, run: hide } : { label: 'Hide', Icon: EyeOff, run: hide },
    { label: 'Delete', Icon: Trash2, run: deleteIt },
  ]
  return (
    <div className="flex flex-wrap items-center">
      {actions.map(({ label, Icon, isOff = false, run }) => (
        <Button
          key={label === 'Show' ? 'Hide' : label}
          variant="quiet"
          size="icon"
          className="not-first:-ml-0.5"
          aria-label={`${label} ${name}`}
          title={label}
          disabled={isOff}
          onClick={({ detail }) => run(detail === 0)}
        >
          <Icon aria-hidden className="size-5" />
        </Button>
      ))}
      <span role="status" className="ml-3 text-soft text-sm">
        {at + 1} of {ids.length}
      </span>
    </div>
  )
}

type Deleted = { section: Section; name: string; after: string | null; byKeyboard: boolean }

/** Deletes a section in the draft, and offers to undo it. */
function useDeleteSection(page: EditablePage) {
  const { edit, undoStep, save } = useBuilder()
  const toast = useToast()
  return ({ section, name, after, byKeyboard }: Deleted): void => {
    const step = edit((now) => deleteSection(now, page, section.id))
    toast.success(`${name} is deleted.`, {
      label: 'Undo',
      ms: undoOfferMs,
      takesFocus: byKeyboard,
      run: () => {
        if (!undoStep(step)) edit((now) => insertSection(now, page, section, after))
        // These screens, which save by themselves, may have been left.
        void save()
      },
    })
  }
}

/** What a standing page always has is edited elsewhere. */
function MainPart({ page }: { page: EditablePage }) {
  const part = textParts.find((each) => each === `page-${page}` || each === `text-${page}`)
  return (
    <>
      <h2 tabIndex={-1} className="font-semibold text-lg leading-tight outline-none">
        Fixed part of the page
      </h2>
      <p>This part is always on the page. Put other sections above or below it.</p>
      {part && (
        <p>
          <Link to="/admin/site/texts/$part" params={{ part }} className={buttonClass({ variant: 'quiet' })}>
            Edit its texts
          </Link>
        </p>
      )}
    </>
  )
}
