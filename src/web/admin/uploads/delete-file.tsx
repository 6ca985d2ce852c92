import { useRouter } from '@tanstack/react-router'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { productFilesKey } from '#web/admin/uploads/files-query.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

type DeleteFileProps = { file: { id: string; name: string }; onClose: () => void }

/** Asks first, because buyers of the product lose the file. */
export function DeleteFile({ file: { id, name }, onClose }: DeleteFileProps) {
  const { api } = useRouter().options.context
  const remove = useAction({
    run: () => unwrapResponse(api.api.admin['product-files'][':id'].$delete({ param: { id } })),
    successMessage: () => `${name} is deleted.`,
    undo: useUndoDelete(),
    invalidates: [productFilesKey],
    errorToast: false,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutateAsync()}
      variant="danger"
      title={`Delete ${name}?`}
      confirmLabel="Delete"
    >
      <p>Customers who bought this product can no longer download the file. {undoTexts.hint}</p>
    </ConfirmDialog>
  )
}
