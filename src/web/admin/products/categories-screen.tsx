import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { CountedCategory } from '#api/admin/categories.ts'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { categoriesQuery, productsKey } from '#web/admin/products/products-query.ts'
import { ShopTabs } from '#web/admin/products/shop-tabs.tsx'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

export function CategoriesScreen() {
  const { api } = useRouter().options.context
  return (
    <Screen title="Categories" intro="Groups of products that visitors can filter by.">
      <ShopTabs />
      <CategoryForm
        label="New category"
        submit="Add"
        initial=""
        send={(name) => unwrapResponse(api.api.admin.categories.$post({ json: { name } }))}
        says={(name) => `${name} is added.`}
      />
      <QueryBoundary query={categoriesQuery(api)}>
        {(categories) =>
          categories.length ? (
            <ul className="grid max-w-3xl border-line border-b">
              {categories.map((category) => (
                <Category key={category.id} category={category} />
              ))}
            </ul>
          ) : (
            <EmptyState action={null}>No categories yet. A small shop needs none.</EmptyState>
          )
        }
      </QueryBoundary>
    </Screen>
  )
}

function Category({ category: { id, name, count, sequence } }: { category: CountedCategory }) {
  const { api } = useRouter().options.context
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  const param = { id }
  const remove = useAction({
    run: () => unwrapResponse(api.api.admin.categories[':id'].$delete({ param })),
    successMessage: () => `${name} is deleted.`,
    undo: useUndoDelete(),
    invalidates: [productsKey],
    errorToast: false,
  })
  if (mode === 'renaming')
    return (
      <li className="border-line border-t py-3">
        <CategoryForm
          label={`New name of ${name}`}
          submit="Rename"
          initial={name}
          send={(named) =>
            unwrapResponse(api.api.admin.categories[':id'].$put({ param, json: { name: named, sequence } }))
          }
          says={(named) => `${name} is ${named} now.`}
          onDone={() => setMode('shown')}
          onCancel={() => setMode('shown')}
        />
      </li>
    )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2">
      <span className="flex min-w-40 grow flex-wrap items-center gap-x-2 font-semibold">
        {name} <DemoBadge id={id} />
      </span>
      <Link
        to="/admin/shop"
        search={{ category: id }}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {count} {count === 1 ? 'product' : 'products'}
      </Link>
      <Button variant="quiet" aria-label={`Rename ${name}`} onClick={() => setMode('renaming')}>
        Rename
      </Button>
      <Button variant="danger" aria-label={`Delete ${name}`} onClick={() => setMode('deleting')}>
        Delete
      </Button>
      <ConfirmDialog
        open={mode === 'deleting'}
        onClose={() => setMode('shown')}
        onConfirm={() => remove.mutateAsync()}
        variant="danger"
        title={`Delete ${name}?`}
        confirmLabel="Delete"
      >
        <p>Its products stay in the shop, without a category. {undoTexts.hint}</p>
      </ConfirmDialog>
    </li>
  )
}

type CategoryFormProps = {
  label: string
  submit: string
  initial: string
  send: (name: string) => Promise<unknown>
  says: (name: string) => string
  onDone?: () => void
  onCancel?: () => void
}

function CategoryForm({ label, submit, initial, send, says, onDone, onCancel }: CategoryFormProps) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const { field, form, busy, sentence, reset } = useForm({
    initial: { name: initial },
    check: ({ name }) => (name.trim() ? {} : { name: 'Please fill this in.' }),
    otherwise: errorPanelTexts.unexpected,
    send: async ({ name }) => {
      // After a conflict the next try needs the version of the other administrator.
      await send(name).catch(async (error) => {
        await queryClient.invalidateQueries({ queryKey: productsKey })
        throw error
      })
      toast.success(says(name.trim()))
      reset()
      await queryClient.invalidateQueries({ queryKey: productsKey })
      onDone?.()
    },
  })
  return (
    <form {...form} className="grid max-w-xl gap-4">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 grow">
          <TextField {...field('name')} label={label} maxLength={80} autoComplete="off" />
        </div>
        <Button type="submit" loading={busy} className={onCancel ? 'sm:mt-7.5' : 'mt-7.5'}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel} className="sm:mt-7.5">
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
