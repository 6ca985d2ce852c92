import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminProduct } from '#api/admin/products.ts'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { productsKey } from '#web/admin/products/products-query.ts'
import { lastSearchOf } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Button } from '#web/ui/forms/button.tsx'

/** Duplicate, archive, restore, delete. Disabled while the form has unsaved changes. */
export function ProductActions({
  product: { id, name, status },
  disabled,
}: {
  product: AdminProduct
  disabled: boolean
}) {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const param = { id }
  const changes = [productsKey]
  const copy = useAction({
    run: () => unwrapResponse(api.api.admin.products[':id'].duplicate.$post({ param })),
    successMessage: () => 'This is the copy. Give it its own name.',
    invalidates: [[...productsKey, 'list']],
    onDone: (made) => void navigate({ to: '/admin/shop/$id', params: { id: made.id } }),
  })
  const archive = useAction({
    run: () => unwrapResponse(api.api.admin.products[':id'].archive.$post({ param })),
    successMessage: () => `${name} is archived.`,
    invalidates: changes,
  })
  const restore = useAction({
    run: () => unwrapResponse(api.api.admin.products[':id'].restore.$post({ param, json: {} })),
    successMessage: () => `${name} is a draft again.`,
    invalidates: changes,
  })
  const remove = useAction({
    run: () => unwrapResponse(api.api.admin.products[':id'].$delete({ param })),
    successMessage: () => `${name} is deleted.`,
    undo: useUndoDelete(),
    invalidates: [[...productsKey, 'list']],
    onDone: () => void navigate({ to: '/admin/shop', search: lastSearchOf('/admin/shop') }),
  })
  return (
    <>
      <Button variant="quiet" disabled={disabled} loading={copy.isPending} onClick={() => copy.mutate()}>
        Duplicate
      </Button>
      {status === 'archived' ? (
        <Button variant="quiet" disabled={disabled} loading={restore.isPending} onClick={() => restore.mutate()}>
          Restore
        </Button>
      ) : (
        <Button variant="quiet" disabled={disabled} loading={archive.isPending} onClick={() => archive.mutate()}>
          Archive
        </Button>
      )}
      <Button variant="danger" disabled={disabled} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        variant="danger"
        title={`Delete ${name}?`}
        confirmLabel="Delete"
      >
        <p>
          {undoTexts.hint} A product that was ordered or downloaded is archived instead, so that your order history
          stays complete.
        </p>
      </ConfirmDialog>
    </>
  )
}
