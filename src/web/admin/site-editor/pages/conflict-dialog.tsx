import type { PartName, SiteDocument } from '#domain/site-editor/document.ts'
import { documentChanges } from '#domain/site-editor/document-changes.ts'
import { ownPageOf, parseEditablePage } from '#domain/site-editor/editable-pages.ts'
import { applyPartEdits } from '#domain/site-editor/part-edits.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { DocumentChangeList } from '#web/admin/site-editor/document-change-list.tsx'
import type { PartConflict } from '#web/admin/site-editor/pages/use-autosave.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type ConflictDialogProps = {
  conflict: PartConflict | null
  /** As it is edited here. */
  document: SiteDocument
  /** Decides later; nothing is saved until then. */
  onClose: () => void
  onSettle: (keep: 'newer' | 'mine') => void
}

/** Two people have edited one part. Whatever is chosen can be undone. */
export function ConflictDialog({ conflict, document, onClose, onSettle }: ConflictDialogProps) {
  return (
    <Modal
      open={conflict !== null}
      onClose={onClose}
      title="Somebody else has changed this too"
      size="lg"
      description={
        conflict && (
          <>
            <span className="font-semibold text-ink">{titleIn(conflict.part, document)}</span> was changed in the draft
            since you opened it. Your changes are not saved yet.
          </>
        )
      }
      actions={
        <>
          <Button variant="quiet" onClick={() => onSettle('newer')}>
            Use the newer version
          </Button>
          <Button onClick={() => onSettle('mine')}>Keep mine</Button>
        </>
      }
    >
      {conflict && <Differences conflict={conflict} document={document} />}
    </Modal>
  )
}

const titleIn = (part: PartName, document: SiteDocument) => {
  const page = parseEditablePage(part)
  return partTitle(part, (page && ownPageOf(document, page)) ?? undefined)
}

function Differences({ conflict: { part, draft }, document }: { conflict: PartConflict; document: SiteDocument }) {
  const onlyPart = (whole: SiteDocument) => applyPartEdits({}, { [part]: whole[part] ?? null })
  const changes = documentChanges(onlyPart(draft.document), onlyPart(document))
  return <DocumentChangeList changes={changes} document={document} sides={['Newer version', 'Yours']} />
}
