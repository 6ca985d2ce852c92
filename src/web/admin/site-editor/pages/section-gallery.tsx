import { isSectionOff, type SectionKind, sectionKindNames, sectionKinds } from '#sections/kinds.ts'
import { SectionKindDrawing } from '#web/admin/site-editor/pages/kind-drawings.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type SectionGalleryProps = { open: boolean; onClose: () => void; onChoose: (kind: SectionKind) => void }

/** All kinds of sections, each with a drawing. */
export function AddSectionDialog({ open, onClose, onChoose }: SectionGalleryProps) {
  const site = useWebsite()
  return (
    <Modal open={open} onClose={onClose} title="Add a section" size="xl">
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {sectionKindNames.map((kind) => {
          const { title, description } = sectionKinds[kind]
          return (
            <li key={kind} className="grid">
              <button
                type="button"
                aria-label={title}
                aria-describedby={`section-kind-${kind}`}
                onClick={() => onChoose(kind)}
                className="grid cursor-pointer grid-cols-[7rem_minmax(0,1fr)] content-start items-start gap-x-3 border border-line text-left hover:border-current sm:grid-cols-1"
              >
                <SectionKindDrawing kind={kind} />
                <span className="grid gap-1 p-3 max-sm:pl-0">
                  <span className="flex flex-wrap items-center gap-2 font-semibold leading-tight">
                    {title}
                    {isSectionOff(site, kind) && <Badge>Switched off</Badge>}
                  </span>
                  <span id={`section-kind-${kind}`} className="text-soft text-sm leading-snug">
                    {description}
                    {isSectionOff(site, kind) && ' Visitors see it when you switch it on under Features or Settings.'}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
