import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { ListStatus } from '#web/admin/ui/lists/list-status.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { FileDrop, useIgnoreStrayDrops } from '#web/admin/uploads/file-drop.tsx'
import { digitalProductsQuery } from '#web/admin/uploads/files-query.ts'
import { useUploadProductFiles } from '#web/admin/uploads/product-files.tsx'
import { Tracks } from '#web/admin/uploads/tracks/tracks.tsx'
import { FileUploadList } from '#web/admin/uploads/upload-list.tsx'
import { useUploads } from '#web/admin/uploads/use-uploads.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { SelectField } from '#web/ui/forms/inputs.tsx'

/** The uploads of all products, and a drop zone for more. */
export function UploadsScreen({ tabs }: { tabs: ReactNode }) {
  const { api } = useRouter().options.context
  const query = useQuery(digitalProductsQuery(api))
  const { uploads } = useUploads()
  const add = useUploadProductFiles()
  useIgnoreStrayDrops()
  const [chosen, setChosen] = useState('')
  const products = query.data?.products ?? []
  const product = products.find(({ id }) => id === chosen)
  return (
    <Screen
      title="Uploads"
      intro="Uploads continue while you use other screens. An interrupted upload can be resumed for a day."
    >
      {tabs}
      <ListStatus {...query} />
      {query.data && products.length === 0 && (
        <EmptyState
          action={
            <Link to="/admin/shop/new" className={buttonClass()}>
              Add a product
            </Link>
          }
        >
          Create a digital product first. Then you can upload its files here.
        </EmptyState>
      )}
      {products.length > 0 && (
        <div className="grid gap-4">
          <div className="sm:max-w-96">
            <SelectField label="Product" value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="">Choose a product</option>
              {products.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <FileDrop
            label="Add files"
            disabledReason={product ? null : fileUploadTexts.productFirst}
            onFiles={(files) => {
              if (product) void add(files, { productId: product.id, productName: product.name })
            }}
          />
          {product && (
            <p>
              <Link to="/admin/shop/$id" params={{ id: product.id }} className="underline underline-offset-4">
                What {product.name} has already
              </Link>
            </p>
          )}
        </div>
      )}
      <FileUploadList />
      {uploads.length === 0 && <p className="text-soft">No uploads.</p>}
      {product && <Tracks key={product.id} productId={product.id} />}
    </Screen>
  )
}
