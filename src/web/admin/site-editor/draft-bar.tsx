import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleAlert, CircleCheck, PenLine } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { draftPreviewBasePath } from '#domain/site-editor/preview.ts'
import type { PublishingProblem } from '#domain/site-editor/publishing-problems.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { changeCountText, DocumentChangeList } from '#web/admin/site-editor/document-change-list.tsx'
import { useDraftActions } from '#web/admin/site-editor/draft-query.ts'
import { PreviewLinksDialog } from '#web/admin/site-editor/preview-links-dialog.tsx'
import { PublicationTime, PublishDialog } from '#web/admin/site-editor/publish-dialog.tsx'
import { screenOfPart } from '#web/admin/site-editor/screens.ts'
import { unsavedForms } from '#web/admin/ui/editor/unsaved-work.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'

type DraftBarProps = {
  draft: SiteDraftAnswer
  /** The draft is another one now: forms must begin again with it. */
  onReplaced?: () => void
  /** What is edited on this screen is saved by itself. */
  isAutosaved?: boolean
}

type OpenDialog = 'changes' | 'links' | 'publish' | 'discard' | 'unschedule' | null

/** The state of the draft, and what can be done with it as a whole. On every screen of the site document. */
export function DraftBar({ draft, onReplaced, isAutosaved = false }: DraftBarProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const hasUnsaved = useSyncExternalStore(unsavedForms.subscribe, unsavedForms.any, () => false)
  const { problems, scheduled } = draft
  return (
    <section aria-label="State of the draft" className="grid grid-cols-1 border border-line bg-raised">
      {scheduled && (
        <Row icon={<CalendarClock aria-hidden className="size-5 shrink-0" />}>
          <p className="grow">
            Version {scheduled.number} goes live on <PublicationTime at={scheduled.publishAt} />.
          </p>
          <Button variant="quiet" onClick={() => setDialog('unschedule')}>
            Cancel schedule
          </Button>
        </Row>
      )}
      {draft.draft ? (
        <DraftRow draft={draft} hasUnsaved={hasUnsaved} isAutosaved={isAutosaved} onOpen={setDialog} />
      ) : (
        !scheduled && (
          <Row icon={<CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />}>
            <p className="grow">No changes. Visitors see everything as it is here.</p>
          </Row>
        )
      )}
      {draft.draft && problems.length > 0 && <Problems problems={problems} />}
      <Dialogs
        open={dialog}
        onClose={() => setDialog(null)}
        draft={draft}
        hasUnsaved={hasUnsaved}
        onReplaced={onReplaced}
      />
    </section>
  )
}

type DraftRowProps = {
  draft: SiteDraftAnswer
  hasUnsaved: boolean
  isAutosaved: boolean
  onOpen: (dialog: OpenDialog) => void
}

/** There is a draft: what it changes, and the way to its preview and its publication. */
const DraftRow = ({ draft: { changes, problems }, hasUnsaved, isAutosaved, onOpen }: DraftRowProps) => (
  <Row icon={<PenLine aria-hidden className="size-5 shrink-0 text-highlight-ink" />}>
    <p className="flex grow flex-wrap items-center gap-x-3">
      <span className="font-semibold">Draft, not published</span>
      <button
        type="button"
        onClick={() => onOpen('changes')}
        className="min-h-11 cursor-pointer underline underline-offset-4"
      >
        {changeCountText(changes)}
      </button>
    </p>
    <div className="flex flex-wrap gap-3 max-sm:-ml-8 max-sm:grid max-sm:basis-[calc(100%+2rem)] max-sm:grid-cols-2 max-sm:gap-2 max-sm:*:px-2">
      <ButtonLink variant="quiet" href={draftPreviewBasePath} target="_blank">
        Preview
      </ButtonLink>
      <Button variant="quiet" onClick={() => onOpen('links')}>
        Preview links…
      </Button>
      <Button variant="quiet" onClick={() => onOpen('discard')}>
        Discard
      </Button>
      <Button disabled={hasUnsaved || problems.length > 0} onClick={() => onOpen('publish')}>
        Publish…
      </Button>
    </div>
    {hasUnsaved && !isAutosaved && (
      <p className="basis-full text-soft text-sm">
        Save your changes here first. Then you can publish them, and the preview has them too.
      </p>
    )}
  </Row>
)

type DialogsProps = {
  open: OpenDialog
  onClose: () => void
  draft: SiteDraftAnswer
  hasUnsaved: boolean
  onReplaced: (() => void) | undefined
}

function Dialogs({ open, onClose, draft, hasUnsaved, onReplaced }: DialogsProps) {
  const { discard, unschedule } = useDraftActions({ ...(onReplaced && { onReplaced }) })
  return (
    <>
      <Modal open={open === 'changes'} onClose={onClose} title="What publishing changes" size="lg">
        <DocumentChangeList changes={draft.changes} document={draft.document} />
      </Modal>
      <PreviewLinksDialog open={open === 'links'} onClose={onClose} />
      <PublishDialog open={open === 'publish'} onClose={onClose} draft={draft} />
      <ConfirmDialog
        open={open === 'discard'}
        onClose={onClose}
        onConfirm={() => discard.mutateAsync(draft.draft?.sequence ?? 0)}
        title="Discard the draft?"
        confirmLabel="Discard"
      >
        <p>Visitors keep seeing what is published. The draft stays in your list of versions, so you can restore it.</p>
        {hasUnsaved && <p className="mt-2">What you have not saved on this screen is lost.</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'unschedule'}
        onClose={onClose}
        onConfirm={() => unschedule.mutateAsync()}
        title="Cancel the schedule?"
        confirmLabel="Cancel schedule"
        cancelLabel="Keep it"
      >
        {draft.draft ? (
          <p>The version is not published. It stays in your list of versions; your newer draft does not change.</p>
        ) : (
          <p>The version is not published. It is your draft again.</p>
        )}
      </ConfirmDialog>
    </>
  )
}

const Row = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex items-start gap-3 border-line px-4 py-2.5 not-first:border-t">
    <span className="flex min-h-11 items-center">{icon}</span>
    <div className="flex min-h-11 min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
  </div>
)

/** Why the draft cannot be published, each with the screen where it can be changed. */
const Problems = ({ problems }: { problems: PublishingProblem[] }) => (
  <Row icon={<CircleAlert aria-hidden className="size-5 shrink-0 text-error-ink" />}>
    <div className="grid grow gap-1">
      <p className="font-semibold">
        {problems.length === 1 ? 'Before you can publish, correct this:' : 'Before you can publish, correct these:'}
      </p>
      <ul className="grid max-h-64 gap-1 overflow-y-auto">
        {problems.map((problem) => (
          <li key={`${problem.part} ${problem.text}`}>
            <Problem {...problem} />
          </li>
        ))}
      </ul>
    </div>
  </Row>
)

function Problem({ part, text, pictureId }: PublishingProblem) {
  const screen = part ? screenOfPart(part) : undefined
  return (
    <>
      {part && (
        <>
          {screen ? (
            <Link
              to={screen.to}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 sm:min-h-0"
            >
              {partTitle(part)}
            </Link>
          ) : (
            <span className="font-semibold">{partTitle(part)}</span>
          )}
          {': '}
        </>
      )}
      {text}
      {pictureId && (
        <>
          {' '}
          <Link
            to="/admin/site/pictures/$id"
            params={{ id: pictureId }}
            className="inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-0"
          >
            Open the picture
          </Link>
        </>
      )}
    </>
  )
}
