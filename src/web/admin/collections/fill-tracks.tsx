import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { StoredFileAnswer } from '#api/admin/product-files.ts'
import type { AdminProduct } from '#api/admin/products.ts'
import { formatDuration } from '#domain/media/length.ts'
import type { Track } from '#domain/pages/content.ts'
import { digitalMetadataOf } from '#domain/uploads/metadata/album.ts'
import { digitalProductsQuery, productFilesQuery } from '#web/admin/uploads/files-query.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField } from '#web/ui/forms/inputs.tsx'

type FillTracksProps = {
  /** The slug of the product that the record is linked to. */
  product: string
  /** How many tracks of the form would be replaced. */
  replaced: number
  onClose: () => void
  onFill: (tracks: Track[]) => void
}

/** Shows the tracks in the files of a product, and takes them over. */
export function FillTracksDialog({ product, replaced, onClose, onFill }: FillTracksProps) {
  const { api } = useRouter().options.context
  const { data, error } = useQuery(digitalProductsQuery(api))
  const products = data?.products ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const productId = chosen ?? preselectedProduct(products, product)?.id ?? null
  const files = useQuery({ ...productFilesQuery(api, productId ?? ''), enabled: productId !== null })
  const tracks = productId && files.data ? tracksOf(files.data.files) : null
  const problem = error || files.error
  return (
    <Modal
      open
      onClose={onClose}
      title="Fill from product files"
      description="Takes titles, order and lengths from the files of a digital product."
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!tracks?.length}
            onClick={() => {
              onFill(tracks!)
              onClose()
            }}
          >
            Use these tracks
          </Button>
        </>
      }
    >
      {problem && <p className="text-error-ink">The files could not be loaded. Please try again.</p>}
      {data && products.length === 0 && <p>There is no digital product yet. Upload its files under Products.</p>}
      {products.length > 0 && (
        <SelectField label="Product" value={productId ?? ''} onChange={({ target }) => setChosen(target.value)}>
          {products.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {tracks && (
        <div role="status" className="grid gap-2">
          <p className="font-semibold">{fillSummary(tracks.length, replaced)}</p>
          <ol className="max-h-72 overflow-y-auto border-line border-y">
            {tracks.map(({ title, duration }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is only shown
              <li key={at} className="flex gap-3 border-line py-1.5 tabular-nums not-first:border-t">
                <span className="w-6 shrink-0 text-right text-soft">{at + 1}</span>
                <span className="min-w-0 grow break-words">{title}</span>
                <span className="text-soft">{duration || 'no length'}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Modal>
  )
}

function fillSummary(found: number, replaced: number): string {
  if (found === 0) return 'This product has no music files.'
  const tracks = found === 1 ? '1 track' : `${found} tracks`
  if (replaced === 0) return `${tracks} will be added.`
  return `${tracks} will replace the ${replaced === 1 ? 'one' : replaced} in the form.`
}

/** The linked product, or a download of the same name: `night-ferry-download` for `night-ferry`. */
const preselectedProduct = (products: readonly AdminProduct[], slug: string) =>
  products.find((each) => each.slug === slug) ??
  products.find((each) => slug !== '' && each.slug.startsWith(slug)) ??
  products[0]

/** In the order of the product, with the owner's words before the tags of the files. */
function tracksOf(files: readonly StoredFileAnswer[]): Track[] {
  const music = files.filter(({ fileType }) => fileType === 'tracks')
  return digitalMetadataOf(music, {}, true).tracks.map(({ title, duration }) => ({
    title: title.slice(0, 200),
    duration: duration === null ? '' : formatDuration(Math.max(1, Math.round(duration))),
  }))
}
