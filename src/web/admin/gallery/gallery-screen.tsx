import { Link, useRouter } from '@tanstack/react-router'
import { GripVertical, ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AdminGalleryImage } from '#api/admin/gallery.ts'
import { type GalleryImageSearch, galleryImageList } from '#domain/gallery/image-list.ts'
import { acceptedPictureTypes } from '#domain/images/upload.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import {
  adminGalleryQuery,
  galleryKey,
  pictureSubjectText,
  useUndoImageDelete,
} from '#web/admin/gallery/gallery-query.ts'
import { useGalleryUploads } from '#web/admin/gallery/gallery-uploads.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { FileInput, fileDropHandlers } from '#web/admin/ui/file-input.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { type BulkDelete, BulkDeleteBar, FilterSelect, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { useListReorder } from '#web/admin/ui/lists/use-list-reorder.ts'
import { type Selection, useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { PicturePicker } from '#web/admin/ui/pictures/picture-picker.tsx'
import { PictureUploadList } from '#web/admin/ui/pictures/upload-list.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

export function GalleryScreen({ search }: { search: GalleryImageSearch }) {
  const { api } = useRouter().options.context
  const { queue, uploads } = useGalleryUploads()
  const query = adminGalleryQuery(api, search)
  const list = useListScreen({ list: galleryImageList, search, query, rowsOf: ({ images }) => images })
  const missing = list.data?.missing ?? 0
  return (
    <div {...fileDropHandlers(queue.add)}>
      <ListScreen
        title={sidebarTexts.gallery}
        intro="The pictures that visitors see, in this order. Drop files anywhere on this screen to add them."
        action={<AddPictures onAdd={queue.add} />}
        above={<PictureUploadList queue={queue} uploads={uploads} />}
        list={list}
        banner={missing > 0 && !search.descriptions && <MissingDescriptions count={missing} />}
        tools={
          <>
            <SearchBox label="Caption or description" {...list.field('q')} />
            <FilterSelect
              label="Descriptions"
              all="All pictures"
              options={[['missing', 'Without a description']]}
              {...list.field('descriptions')}
            />
          </>
        }
        empty={
          <EmptyState action={null}>No pictures yet. Drop some here, or choose them with the button above.</EmptyState>
        }
        bulk={<ImageBulkActions selection={list.selection} regain={list.focus.regain} />}
      >
        <Wall images={list.rows} listKey={query.queryKey} canMove={!list.isNarrowed} selection={list.selection} />
      </ListScreen>
    </div>
  )
}

function AddPictures({ onAdd }: { onAdd: (files: Iterable<File>) => void }) {
  const { api } = useRouter().options.context
  const input = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const add = useAction({
    run: (pictureIds: string[]) => unwrapResponse(api.api.admin.gallery.$post({ json: { pictureIds } })),
    successMessage: (_, ids) => `${pictureSubjectText(ids.length)} in the gallery.`,
    invalidates: [galleryKey],
  })
  return (
    <>
      <FileInput
        ref={input}
        multiple
        aria-label="Choose pictures"
        accept={acceptedPictureTypes.join(',')}
        onFiles={onAdd}
      />
      <Button loading={add.isPending} onClick={() => setChoosing(true)}>
        <ImagePlus aria-hidden className="size-5" /> Add pictures
      </Button>
      {isChoosing && (
        <PicturePicker
          limit={100}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => add.mutate(chosen.map(({ id }) => id))}
          onUpload={() => input.current?.click()}
        />
      )}
    </>
  )
}

const MissingDescriptions = ({ count }: { count: number }) => (
  <StatusBanner status="error">
    {count === 1 ? 'One picture has' : `${count} pictures have`} no description for people who cannot see them.{' '}
    <Link to="/admin/gallery" search={{ descriptions: 'missing' }} className="font-semibold underline">
      Show them
    </Link>
  </StatusBanner>
)

type WallProps = {
  images: readonly AdminGalleryImage[]
  listKey: readonly unknown[]
  /** Search results cannot be moved: their neighbours are not in view. */
  canMove: boolean
  selection: Selection
}

function Wall({ images, listKey, canMove, selection }: WallProps) {
  const { api } = useRouter().options.context
  const reorder = useListReorder({
    rows: images,
    nameOf: nameFor,
    save: (json) => unwrapResponse(api.api.admin.gallery.order.$put({ json })),
    listKey,
    rowsName: 'images',
    invalidates: galleryKey,
  })
  return (
    <>
      <p role="status" className="sr-only">
        {reorder.words}
      </p>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {images.map((image) => (
          <li
            key={image.id}
            data-reorder={image.id}
            // The order on the screen changes while something is held; the elements stay, and with them the focus.
            style={{ order: reorder.order.indexOf(image.id) }}
            className={`relative grid content-start border bg-raised ${reorder.heldId === image.id ? 'border-ink shadow-lg' : 'border-line'}`}
          >
            <Link to="/admin/gallery/$id" params={{ id: image.id }} aria-label={`Edit ${nameFor(image)}`}>
              <Picture picture={image.picture} sizes="(min-width: 1024px) 16rem, 50vw" className="aspect-4/3" />
            </Link>
            <label className="absolute top-0 left-0 grid size-11 cursor-pointer place-items-center">
              <input
                type="checkbox"
                aria-label={`Select ${nameFor(image)}`}
                checked={selection.has(image.id)}
                onChange={() => selection.toggle(image.id)}
                className="size-5 accent-ink"
              />
            </label>
            <div className="flex items-start gap-1 pl-3">
              <div className="grid min-w-0 grow content-center gap-1 py-2 text-sm">
                <p className="truncate">
                  {image.caption || image.picture.alt || <span className="text-soft">No caption</span>}
                </p>
                <p className="flex flex-wrap gap-1 empty:hidden">
                  {!image.picture.alt && <Badge tone="notice">No description</Badge>}
                  {!image.isPublished && <Badge>Hidden</Badge>}
                  <DemoBadge id={image.id} />
                </p>
              </div>
              {canMove && (
                <button type="button" {...reorder.handle(image.id)}>
                  <GripVertical aria-hidden className="size-5" />
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

const nameFor = ({ caption, alt, picture }: AdminGalleryImage): string =>
  caption || alt || picture.base.split('/').at(-1) || 'the picture'

/** Deletes the selected images at once; for a while this can be undone. */
function ImageBulkActions({ selection, regain }: { selection: Selection; regain: () => void }) {
  const { api } = useRouter().options.context
  const undo = useUndoImageDelete()
  const remove = useAction({
    run: ({ ids }: BulkDelete) => unwrapResponse(api.api.admin.gallery['bulk-delete'].$post({ json: { ids } })),
    successMessage: (_, { ids }) => `${pictureSubjectText(ids.length)} deleted.`,
    invalidates: [galleryKey],
    onDone: selection.clear,
    undo: (_, { ids, isByKeys }) => {
      const { run, message } = undo(ids)
      const regainAndRun = () => {
        regain()
        return run()
      }
      return { run: regainAndRun, message, takesFocus: isByKeys }
    },
  })
  return <BulkDeleteBar selection={selection} isPending={remove.isPending} onDelete={remove.mutate} />
}
