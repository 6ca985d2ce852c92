import type { QueryKey } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { lastSearchOf } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import type { UndoAction } from '#web/admin/ui/use-undo.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type DeleteButtonProps<Done> = {
  /** What is deleted, as the question and the toast name it. */
  name: string
  run: () => Promise<Done>
  undo: (done: Done) => UndoAction | null
  /** The address of the list, which is shown afterwards. */
  list: string
  invalidates: QueryKey[]
  /** What follows from it. */
  children: ReactNode
}

/** Deletes the record of an editor, after a question. */
export function DeleteButton<Done>({ name, run, undo, list, invalidates, children }: DeleteButtonProps<Done>) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useAction({
    run,
    undo,
    successMessage: () => `${name.charAt(0).toUpperCase()}${name.slice(1)} is deleted.`,
    invalidates,
    onDone: () => void navigate({ to: list, search: lastSearchOf(list), ignoreBlocker: true }),
    errorToast: false,
  })
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutateAsync()}
        variant="danger"
        title={`Delete ${name}?`}
        confirmLabel="Delete"
      >
        {children}
        <p className="mt-2">{undoTexts.hint}</p>
      </ConfirmDialog>
    </>
  )
}
