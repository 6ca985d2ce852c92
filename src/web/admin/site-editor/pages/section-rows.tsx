import { EyeOff, GripVertical, Lock, Plus, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type EditablePage, ownPageOf, pageFieldsId, sectionsOfPage } from '#domain/site-editor/editable-pages.ts'
import { insertSection, reorderSections } from '#domain/site-editor/part-edits.ts'
import { sectionExcerpt, sectionLabels } from '#domain/site-editor/words.ts'
import { maxSections } from '#sections/define-section.ts'
import { isSectionOff, type PlacedSection, type Section, type SectionKind, sectionKinds } from '#sections/kinds.ts'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { AddSectionDialog } from '#web/admin/site-editor/pages/section-gallery.tsx'
import { applyMove } from '#web/admin/ui/reorder.ts'
import { useReorder } from '#web/admin/ui/use-reorder.ts'
import { randomShortId } from '#web/random-id.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type SectionRowsProps = {
  page: EditablePage
  chosen: string | null
  /** The section that the pointer is on in the preview. */
  pointedAt: string | null
  onChoose: (id: string) => void
  onHover: (id: string | null) => void
}

/** The sections of a page in their order, to choose, to move and to add. */
export function SectionRows({ page, chosen, pointedAt, onChoose, onHover }: SectionRowsProps) {
  const { document, edit } = useBuilder()
  const sections = sectionsOfPage(document, page)
  const names = sectionLabels(sections)
  const ids = sections.map(({ id }) => id)
  const reorder = useReorder({
    ids,
    nameOf: (id) => names.get(id) ?? '',
    onMove: (move) => edit((now) => reorderSections(now, page, applyMove(ids, move))),
  })
  const byId = new Map(sections.map((section) => [section.id, section]))
  return (
    <div className="grid grid-cols-1 gap-3">
      <ol
        data-reorder-scroll
        className="border-line border-y bg-raised lg:max-h-[calc(100dvh-16rem)] lg:overflow-y-auto"
      >
        {ownPageOf(document, page) && (
          <li className="flex items-center border-line not-first:border-t has-aria-current:bg-sunken">
            <SlidersHorizontal aria-hidden className="mx-3 size-5 shrink-0 text-soft" />
            <RowButton isChosen={chosen === pageFieldsId} onClick={() => onChoose(pageFieldsId)}>
              Page
              <span className="block truncate font-normal text-soft text-sm">Title, address, who can find it</span>
            </RowButton>
          </li>
        )}
        {reorder.order.map((id) => {
          const section = byId.get(id)
          if (!section) return null
          return (
            <li
              key={id}
              data-reorder={id}
              data-held={reorder.heldId === id || undefined}
              data-pointed={pointedAt === id || undefined}
              onPointerEnter={() => onHover(id)}
              onPointerLeave={() => onHover(null)}
              className="flex items-center border-line not-first:border-t has-aria-current:bg-sunken data-held:bg-sunken data-pointed:bg-sunken"
            >
              {section.kind === 'main' ? (
                <Lock aria-hidden className="mx-3 size-5 shrink-0 text-soft" />
              ) : (
                <span className="shrink-0">
                  <button type="button" {...reorder.handle(id)}>
                    <GripVertical aria-hidden className="size-5" />
                  </button>
                </span>
              )}
              <RowButton isChosen={chosen === id} onClick={() => onChoose(id)}>
                <SectionWords section={section} name={names.get(id) ?? ''} />
              </RowButton>
            </li>
          )
        })}
        {sections.length === 0 && <li className="px-4 py-3 text-soft">No sections yet.</li>}
      </ol>
      <p role="status" className="sr-only">
        {reorder.words}
      </p>
      <AddSection page={page} chosen={chosen} onAdded={onChoose} />
    </div>
  )
}

type RowButtonProps = { isChosen: boolean; onClick: () => void; children: React.ReactNode }

const RowButton = ({ isChosen, onClick, children }: RowButtonProps) => (
  <button
    type="button"
    aria-current={isChosen || undefined}
    onClick={onClick}
    className="min-h-14 min-w-0 grow cursor-pointer py-2 pr-3 text-left font-semibold leading-tight outline-offset-[-3px] hover:bg-sunken aria-current:shadow-[inset_-3px_0_0_var(--color-ink)]"
  >
    {children}
  </button>
)

function SectionWords({ section, name }: { section: PlacedSection; name: string }) {
  const site = useWebsite()
  const isHidden = section.kind !== 'main' && section.hidden
  const isOff = isSectionOff(site, section.kind)
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate">{name}</span>
        {isHidden && <EyeOff aria-label="Hidden" role="img" className="size-4 shrink-0 text-soft" />}
      </span>
      <span className="block truncate font-normal text-soft text-sm">
        {isOff ? 'Switched off: visitors do not see it' : sectionExcerpt(section)}
      </span>
    </>
  )
}

type AddSectionProps = { page: EditablePage; chosen: string | null; onAdded: (id: string) => void }

function AddSection({ page, chosen, onAdded }: AddSectionProps) {
  const { document, edit } = useBuilder()
  const [isOpen, setOpen] = useState(false)
  const isFull = sectionsOfPage(document, page).filter(({ kind }) => kind !== 'main').length >= maxSections
  function add(kind: SectionKind): void {
    const id = randomShortId()
    const section = { id, hidden: false, kind, ...sectionKinds[kind].defaults } as Section
    edit((now) => insertSection(now, page, section, chosen))
    setOpen(false)
    onAdded(id)
  }
  return (
    <div className="grid gap-1">
      <Button
        variant="quiet"
        disabled={isFull}
        aria-describedby={isFull ? 'sections-full' : undefined}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden className="size-5" /> Add a section
      </Button>
      {isFull && (
        <p id="sections-full" className="text-soft text-sm">
          A page can have {maxSections} sections. Delete one to add another.
        </p>
      )}
      <AddSectionDialog open={isOpen} onClose={() => setOpen(false)} onChoose={add} />
    </div>
  )
}
