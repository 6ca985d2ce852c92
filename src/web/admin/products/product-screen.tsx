import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { AdminProduct } from '#api/admin/products.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { ProductActions } from '#web/admin/products/product-actions.tsx'
import { ProductFields } from '#web/admin/products/product-fields.tsx'
import {
  newProductValues,
  type ProductValues,
  productDraftFrom,
  productLabels,
  productValuesOf,
} from '#web/admin/products/product-values.ts'
import { editableStatusLabels } from '#web/admin/products/product-words.ts'
import { adminProductQuery, productsKey } from '#web/admin/products/products-query.ts'
import { Editor, StatusField } from '#web/admin/ui/editor/editor.tsx'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { type AfterNewRecord, useNewRecord } from '#web/admin/ui/editor/use-new-record.ts'
import { optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { useUploadProductFiles } from '#web/admin/uploads/product-files.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { ButtonLink } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

export function NewProductScreen() {
  const { api } = useRouter().options.context
  const { currency } = useWebsite()
  const navigate = useNavigate()
  const { round, after } = useNewRecord((id) =>
    navigate({ to: '/admin/shop/$id', params: { id }, replace: true, ignoreBlocker: true }),
  )
  return (
    <Screen title="New product">
      <ProductEditor
        key={round}
        after={after}
        initial={{ values: newProductValues, version: 0 }}
        save={async (draft, _, id) =>
          productValuesOf(await unwrapResponse(api.api.admin.products.$post({ json: { ...draft, id } })), currency)
        }
      />
    </Screen>
  )
}

export function ProductScreen({ id }: { id: string }) {
  const { api } = useRouter().options.context
  const { currency } = useWebsite()
  return (
    <QueryBoundary
      query={adminProductQuery(api, id)}
      failed="This product could not be loaded. It may have been deleted."
      list={<BackToListLink to="/admin/shop">All products</BackToListLink>}
    >
      {(product) => (
        <Screen
          title={product.name}
          recordId={id}
          action={
            product.status === 'published' && (
              <ButtonLink href={`/shop/${product.slug}`} variant="quiet">
                See it in the shop
              </ButtonLink>
            )
          }
        >
          {product.status === 'archived' && (
            <p className="border-highlight-ink border-l-4 bg-sunken px-4 py-3">
              This product is archived: visitors do not see it. When you restore it, it becomes a draft.
            </p>
          )}
          <ProductEditor
            // Archiving or restoring makes a new version: the form starts again with it.
            key={`${id} ${product.status} ${product.sequence}`}
            product={product}
            initial={productValuesOf(product, currency)}
            save={async (draft, version) =>
              productValuesOf(
                await unwrapResponse(
                  api.api.admin.products[':id'].$put({ param: { id }, json: { ...draft, sequence: Number(version) } }),
                ),
                currency,
              )
            }
            fetchNewest={async () =>
              productValuesOf(await unwrapResponse(api.api.admin.products[':id'].$get({ param: { id } })), currency)
            }
          />
        </Screen>
      )}
    </QueryBoundary>
  )
}

type ProductEditorProps = {
  product?: AdminProduct
  /** Of a new product. */
  after?: AfterNewRecord
  initial: VersionedValues<ProductValues>
  save: (draft: ProductDraft, version: string | number, id: string) => Promise<VersionedValues<ProductValues>>
  fetchNewest?: () => Promise<VersionedValues<ProductValues>>
}

function ProductEditor({ product, after, initial, save, fetchNewest }: ProductEditorProps) {
  const { currency } = useWebsite()
  const navigate = useNavigate()
  const addFiles = useUploadProductFiles()
  const latestValues = useRef<ProductValues | null>(null)
  const queryClient = useQueryClient()
  const toast = useToast()
  const editor = useEditor({
    initial,
    schema: ProductDraft,
    draft: productDraftFrom(currency),
    labels: productLabels,
    // A download is published once its files have arrived; those that were chosen in the form are sent after the save.
    save: (draft, version, id) =>
      save(latestValues.current?.files.length ? { ...draft, status: 'draft' } : draft, version, id),
    ...(fetchNewest && { fetchNewest }),
    onSaved: ({ values: { name, status } }, about) => {
      const { files = [], status: wanted = status } = latestValues.current ?? {}
      if (status === wanted) toast.success(`${name} is saved.`)
      else toast.success(`${name} is saved as a draft. Publish it when its files have arrived.`)
      for (const what of ['list', 'inventory', 'categories'])
        void queryClient.invalidateQueries({ queryKey: [...productsKey, what] })
      if (files.length) void addFiles(files, { productId: about.id, productName: name })
      if (after) after.onSaved(about)
      else if (about.next) void navigate({ to: '/admin/shop/new' })
    },
  })
  latestValues.current = editor.values
  return (
    <Editor
      editor={editor}
      back="/admin/shop"
      hasNext
      isNext={after?.isNext}
      {...(product?.status !== 'archived' && {
        publishing: {
          field: <StatusField {...editor.field('status')} options={optionsFromLabels(editableStatusLabels)} />,
          isDraft: editor.values.status === 'draft',
          publish: { status: 'published' },
        },
      })}
      actions={product && <ProductActions product={product} disabled={editor.isDirty} />}
    >
      <ProductFields editor={editor} isNew={!product} productId={product?.id} />
    </Editor>
  )
}
