import { useState } from 'react'
import type { EditedAnnouncement } from '#api/admin/announcements.ts'
import { AfterClose } from '#web/admin/ui/after-close.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Leaving = Pick<EditedAnnouncement, 'id' | 'title'>

type DeleteDialogProps = {
  announcement: Leaving | null
  onClose: () => void
  onDelete: (announcement: Leaving) => Promise<unknown>
  /** The dialog is gone and has given the focus back, if there was anything to give it back to. */
  onGone?: () => void
}

/** Which one is meant stays in view while the dialog goes away. */
export function DeleteDialog({ announcement, onClose, onDelete, onGone }: DeleteDialogProps) {
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
      <p>“{shown?.title}” disappears from the site and cannot be brought back. To keep it for later, switch it off.</p>
      {onGone && <AfterClose then={onGone} />}
    </ConfirmDialog>
  )
}
