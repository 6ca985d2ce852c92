import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminShow } from '#api/admin/tour.ts'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import type { ShowStatus } from '#domain/tour/show.ts'
import { showStatusLabels } from '#web/admin/tour/show-values.ts'
import { tourKey } from '#web/admin/tour/shows-query.ts'
import { AfterClose } from '#web/admin/ui/after-close.tsx'
import { BulkBar, optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import type { Selection } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectBox } from '#web/ui/forms/inputs.tsx'

const shows = (count: number) => (count === 1 ? '1 show' : `${count} shows`)

type ShowBulkActionsProps = {
  selection: Selection
  /** Those that are chosen. */
  shows: readonly Pick<AdminShow, 'status'>[]
  /** A dialog has closed; the element that opened it may be gone. */
  onGone: () => void
}

/** What can be done with several shows at once. */
export function ShowBulkActions({ selection, shows: chosen, onGone }: ShowBulkActionsProps) {
  const { api } = useRouter().options.context
  const [asking, setAsking] = useState<'delete' | 'hide' | null>(null)
  const seen = chosen.filter(({ status }) => status !== 'draft').length
  const close = () => setAsking(null)
  const setStatus = useAction({
    run: (status: ShowStatus) =>
      unwrapResponse(api.api.admin.shows.status.$post({ json: { ids: selection.ids, status } })),
    successMessage: ({ changed }, status) => `${shows(changed)} changed to ${showStatusLabels[status]}.`,
    invalidates: [tourKey],
  })
  const remove = useAction({
    run: () => unwrapResponse(api.api.admin.shows['bulk-delete'].$post({ json: { ids: selection.ids } })),
    successMessage: ({ changed }) => `${shows(changed)} deleted.`,
    undo: useUndoDelete(),
    invalidates: [tourKey],
    onDone: selection.clear,
    errorToast: false,
  })
  return (
    <>
      <BulkBar selection={selection}>
        <SelectBox
          aria-label="Change the status to"
          className="w-44"
          value=""
          disabled={setStatus.isPending}
          onChange={({ target }) => {
            if (target.value === 'draft' && seen) setAsking('hide')
            else if (target.value) setStatus.mutate(target.value as ShowStatus)
          }}
        >
          <option value="">Change status…</option>
          {optionsFromLabels(showStatusLabels).map(([status, words]) => (
            <option key={status} value={status}>
              {words}
            </option>
          ))}
        </SelectBox>
        <Button variant="danger" onClick={() => setAsking('delete')}>
          Delete
        </Button>
      </BulkBar>
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutateAsync()}
        variant="danger"
        title={`Delete ${shows(selection.count)}?`}
        confirmLabel="Delete"
      >
        <p>
          They are removed from the site. If a show does not take place, mark it as cancelled instead: then fans and
          calendars are told.
        </p>
        <p className="mt-2">{undoTexts.hint}</p>
        <AfterClose then={onGone} />
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'hide'}
        onClose={close}
        onConfirm={() => setStatus.mutateAsync('draft')}
        title={`Hide ${shows(seen)} from the site?`}
        confirmLabel="Change to Draft"
      >
        <p>
          Visitors do not see drafts, and links to their pages stop working. If a show does not take place, mark it as
          cancelled instead.
        </p>
        <AfterClose then={onGone} />
      </ConfirmDialog>
    </>
  )
}
