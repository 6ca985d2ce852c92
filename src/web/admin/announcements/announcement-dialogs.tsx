import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { AdminAnnouncement } from '#api/admin/announcements.ts'
import { activityText } from '#domain/activity/words.ts'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import type { AnnouncementValues } from '#web/admin/announcements/announcement-values.ts'
import {
  activityDraftQuery,
  clearableCountQuery,
  type RecentActivity,
  recentActivitiesQuery,
  useAnnouncementActions,
} from '#web/admin/announcements/announcements-query.ts'
import { AfterClose } from '#web/admin/ui/after-close.tsx'
import type { EditorState } from '#web/admin/ui/editor/use-editor.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

/** Deletes old announcements; shows how many before. */
export function ClearOldAnnouncementsDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Delete old announcements
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title="Delete old announcements">
        <ClearForm onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

const maxDays = 3650
const announcementCountText = (count: number) => (count === 1 ? '1 announcement' : `${count} announcements`)

function ClearForm({ onClose }: { onClose: () => void }) {
  const { api } = useRouter().options.context
  const { clear } = useAnnouncementActions()
  const [typed, setTyped] = useState('30')
  const days = Number(typed)
  const isValid = Number.isInteger(days) && days >= 1 && days <= maxDays
  const { data, isError } = useQuery({ ...clearableCountQuery(api, days), enabled: isValid })
  const submit = () => {
    if (isValid && data?.total) clear.mutate(days, { onSuccess: onClose })
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label="Older than, in days"
        type="number"
        inputMode="numeric"
        min={1}
        max={maxDays}
        value={typed}
        error={isValid ? null : `Please enter a whole number from 1 to ${maxDays}.`}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="min-h-12">
        {isError && 'The number could not be loaded. Please try again.'}
        {isValid && data && !isError && countWords(data)}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" disabled={!isValid || !data?.total} loading={clear.isPending}>
          {isValid && data?.total ? `Delete ${announcementCountText(data.total)}` : 'Delete'}
        </Button>
      </div>
    </form>
  )
}

function countWords({ total, inUse }: { total: number; inUse: number }): string {
  if (!total) return 'There are no announcements that old.'
  const used = inUse ? ` ${inUse} of them ${inUse === 1 ? 'is' : 'are'} active or planned.` : ''
  return `${announcementCountText(total)} will be deleted.${used} ${undoTexts.hint}`
}

type DeleteDialogProps = {
  announcement: Pick<AdminAnnouncement, 'id' | 'title'> | null
  onClose: () => void
  onDelete: (announcement: Pick<AdminAnnouncement, 'id' | 'title'>) => Promise<unknown>
  /** Runs after the dialog has closed and returned the focus. */
  onClosed?: () => void
}

/** Keeps the title while the closing dialog fades out. */
export function DeleteAnnouncementDialog({ announcement, onClose, onDelete, onClosed }: DeleteDialogProps) {
  const [shown, setShown] = useState(announcement)
  if (announcement && announcement !== shown) setShown(announcement)
  return (
    <ConfirmDialog
      open={announcement !== null}
      onClose={onClose}
      onConfirm={() => shown && onDelete(shown).catch(() => {})}
      variant="danger"
      title="Delete this announcement?"
      confirmLabel="Delete"
    >
      <p>
        “{shown?.title}” is removed from the site. To keep it for later, turn it off instead. {undoTexts.hint}
      </p>
      {onClosed && <AfterClose then={onClosed} />}
    </ConfirmDialog>
  )
}

/** Fills the form from a recent activity. */
export function FillFromActivity({ editor }: { editor: EditorState<AnnouncementValues> }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const draft = useMutation({
    mutationFn: ({ id }: RecentActivity) => queryClient.fetchQuery(activityDraftQuery(api, id)),
    onSuccess: ({ title, message, linkUrl, announcementType, activityLogId }) => {
      editor.set('title', title)
      editor.set('message', message)
      editor.set('linkUrl', linkUrl)
      editor.set('announcementType', announcementType)
      editor.set('activityLogId', activityLogId)
      setOpen(false)
    },
    networkMode: 'always',
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Sparkles aria-hidden className="size-5" /> Create from activity…
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Create an announcement from…"
        description="Title, message and link are filled in for you. This replaces what is in the form now."
      >
        {draft.isError && (
          <StatusBanner status="error">{errorSentence(draft.error, errorPanelTexts.unexpected)}</StatusBanner>
        )}
        <QueryBoundary query={recentActivitiesQuery(api)}>
          {(lines) => (
            <ul className="border-line border-y">
              {lines.length === 0 && (
                <li className="py-4 text-soft">
                  Nothing yet. Shows, products and pictures appear here when you add or change them.
                </li>
              )}
              {lines.map((line) => (
                <li key={line.id} className="border-line not-first:border-t">
                  <button
                    type="button"
                    onClick={() => draft.isPending || draft.mutate(line)}
                    className="grid min-h-14 w-full cursor-pointer gap-x-4 px-2 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-3"
                  >
                    <span className="min-w-0 break-words font-medium">{line.resourceName || 'No name'}</span>
                    <span className="text-soft text-sm">
                      {`An administrator ${activityText(line)}, `}
                      <LocalTimestamp at={line.createdAt} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </QueryBoundary>
      </Modal>
    </>
  )
}
