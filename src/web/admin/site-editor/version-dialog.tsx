import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedVersion } from '#api/admin/site-editor.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { DocumentChangeList } from '#web/admin/site-editor/document-change-list.tsx'
import { useDraftActions, versionChangesQuery } from '#web/admin/site-editor/draft-query.ts'
import { AfterClose } from '#web/admin/ui/after-close.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type VersionDialogProps = {
  version: ListedVersion | null
  onClose: () => void
  onClosed: () => void
}

/** One version: what differs from another one, restore, delete. While it closes it still shows what it showed. */
export function VersionDialog({ version, onClose, onClosed }: VersionDialogProps) {
  const [shown, setShown] = useState(version)
  if (version && version !== shown) setShown(version)
  return (
    <Modal open={version !== null} onClose={onClose} title={shown ? `Version ${shown.number}` : ''} size="lg">
      {shown && (
        <>
          <Comparison key={shown.number} version={shown} />
          <Actions version={shown} onDone={onClose} />
          <AfterClose then={onClosed} />
        </>
      )}
    </Modal>
  )
}

const [starter, base, other] = ['starter', 'base', 'other'] as const

/** With the version that it was made from, at first. */
function Comparison({ version }: { version: ListedVersion }) {
  const { api } = useRouter().options.context
  const [choice, setChoice] = useState<string>(version.basedOn === null ? starter : base)
  const [typed, setTyped] = useState('')
  const number = /^[1-9]\d{0,5}$/.test(typed.trim()) ? Number(typed) : null
  const since = choice === base ? version.basedOn : choice === other ? number : null
  return (
    <>
      {version.note && <p className="whitespace-pre-line">{version.note}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Compare with" value={choice} onChange={({ target }) => setChoice(target.value)}>
          {version.basedOn !== null && (
            <option value={base}>Version {version.basedOn} (it was made from this one)</option>
          )}
          <option value={starter}>The starter</option>
          <option value={other}>Another version…</option>
        </SelectField>
        {choice === other && (
          <TextField
            label="Number of the other version"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={typed.trim() && number === null ? 'Please write a number, such as 3.' : null}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </div>
      {(choice !== other || number !== null) && (
        <QueryBoundary
          key={since}
          query={versionChangesQuery(api, version.number, since)}
          failed={`There is no version ${since}, or it cannot be read.`}
        >
          {(changes) => <DocumentChangeList changes={changes} />}
        </QueryBoundary>
      )}
    </>
  )
}

function Actions({ version: { number, state }, onDone }: { version: ListedVersion; onDone: () => void }) {
  const { restore, remove } = useDraftActions()
  const [isAsking, setAsking] = useState(false)
  const error = restore.error ?? remove.error
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {error && <StatusBanner status="error">{errorSentence(error, errorPanelTexts.unexpected)}</StatusBanner>}
      {isAsking && (
        <p>
          Delete version {number}? It cannot be restored afterwards, and pictures that only this version shows are
          deleted too.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {isAsking ? (
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              variant="danger"
              loading={remove.isPending}
              onClick={() => remove.mutate(number, { onSuccess: onDone })}
            >
              Delete version {number}
            </Button>
          </>
        ) : (
          <>
            {state === 'superseded' && (
              <Button variant="danger" onClick={() => setAsking(true)}>
                Delete
              </Button>
            )}
            {state !== 'draft' && (
              <Button loading={restore.isPending} onClick={() => restore.mutate(number, { onSuccess: onDone })}>
                Restore as draft
              </Button>
            )}
          </>
        )}
      </div>
      {state !== 'draft' && !isAsking && (
        <p className="text-right text-soft text-sm">A draft that there is now is kept as a version of its own.</p>
      )}
    </div>
  )
}
