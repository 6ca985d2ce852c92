import type { QueryKey } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { lastSearchOf } from '#web/admin/ui/lists/use-list.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type DeleteButtonProps = {
  /** What is deleted, as the question and the toast name it. */
  name: string
  run: () => Promise<unknown>
  /** The address of the list, which is shown afterwards. */
  list: string
  invalidates: QueryKey[]
  /** What follows from it. */
  children: ReactNode
}

/** Deletes the record of an editor, after a question. */
export function DeleteButton({ name, run, list, invalidates, children }: DeleteButtonProps) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useAction({
    run,
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
      </ConfirmDialog>
    </>
  )
}
