import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import { acceptedPictureTypes } from '#domain/images/upload.ts'
import { type PictureFilter, type PictureSearch, pictureList } from '#domain/pictures/picture-list.ts'
import { pictureUseFilterLabels } from '#domain/pictures/uses.ts'
import { pictureLibraryTexts } from '#domain/texts/own-admin-words.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { FileInput, fileDropHandlers } from '#web/admin/ui/file-input.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import {
  type BulkDelete,
  BulkDeleteBar,
  FilterSelect,
  optionsFromLabels,
  SearchBox,
} from '#web/admin/ui/lists/list-tools.tsx'
import { type Selection, useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { getPictureUploadQueue } from '#web/admin/ui/pictures/picture-uploads.ts'
import { picturesKey, picturesQuery } from '#web/admin/ui/pictures/pictures-query.ts'
import { PictureUploadList } from '#web/admin/ui/pictures/upload-list.tsx'
import { cancelAndRefetch } from '#web/admin/ui/refetch.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectBox } from '#web/ui/forms/inputs.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

const filterWords: Record<PictureFilter, string> = {
  unused: 'Not used',
  undescribed: 'Without a description',
  ...pictureUseFilterLabels,
}

const sortWords = { uploaded: 'Newest first', name: 'By file name' }

/** The picture library: everything that was uploaded, what it shows, and where it is used. */
export function PicturesScreen({ search }: { search: PictureSearch }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const queue = getPictureUploadQueue(queryClient, 'library', () => cancelAndRefetch(queryClient, picturesKey))
  const uploads = useSyncExternalStore(queue.subscribe, queue.list, queue.list)
  const list = useListScreen({
    list: pictureList,
    search,
    query: picturesQuery(api, search),
    rowsOf: ({ pictures }) => pictures,
  })
  return (
    <div {...fileDropHandlers(queue.add)}>
      <ListScreen
        title={pictureLibraryTexts.title}
        intro={pictureLibraryTexts.intro}
        action={<UploadButton onAdd={queue.add} />}
        above={<PictureUploadList queue={queue} uploads={uploads} />}
        list={list}
        tools={
          <>
            <SearchBox label="File name or description" {...list.field('q')} />
            <FilterSelect
              label="Show"
              all="All pictures"
              options={optionsFromLabels(filterWords)}
              {...list.field('show')}
            />
            <SelectBox
              aria-label="Order"
              className="grow basis-36 sm:max-w-48"
              value={search.sort ?? 'uploaded'}
              onChange={({ target }) =>
                list.setSearch(
                  target.value === 'name'
                    ? { sort: 'name', direction: 'up' }
                    : { sort: undefined, direction: undefined },
                )
              }
            >
              {optionsFromLabels(sortWords).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectBox>
          </>
        }
        empty={
          <EmptyState action={null}>No pictures yet. Drop some here, or choose them with the button above.</EmptyState>
        }
        bulk={<PictureBulkActions selection={list.selection} regain={list.focus.regain} />}
      >
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-6">
          {list.rows.map((picture) => (
            <Tile key={picture.id} picture={picture} selection={list.selection} />
          ))}
        </ul>
      </ListScreen>
    </div>
  )
}

function UploadButton({ onAdd }: { onAdd: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput
        ref={input}
        multiple
        aria-label="Choose pictures"
        accept={acceptedPictureTypes.join(',')}
        onFiles={onAdd}
      />
      <Button onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden className="size-5" /> Upload pictures
      </Button>
    </>
  )
}

type TileProps = { picture: LibraryPictureAnswer; selection: Selection }

function Tile({ picture: { id, picture, fileName, isDecorative, uses }, selection }: TileProps) {
  const places = uses.filter(({ isCurrent }) => isCurrent).length
  return (
    <li className="relative grid content-start border border-line bg-raised">
      <Link
        to="/admin/site/pictures/$id"
        params={{ id }}
        aria-label={`Edit ${fileName}`}
        className="group grid focus-visible:z-1"
      >
        <Picture
          picture={{ ...picture, alt: '' }}
          sizes="(min-width: 1024px) 16rem, 50vw"
          className="aspect-4/3 bg-sunken"
        />
      </Link>
      <label className="absolute top-0 left-0 grid size-11 cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={`Select ${fileName}`}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
          className="size-5 accent-ink"
        />
      </label>
      <div className="grid min-w-0 content-start gap-1 px-3 py-2 text-sm">
        <p className="truncate" title={fileName}>
          {picture.alt || fileName}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
          {places === 0 ? 'Not used' : places === 1 ? 'Used once' : `Used ${places} times`}
          {!picture.alt && !isDecorative && <Badge tone="notice">No description</Badge>}
          <DemoBadge id={id} />
        </p>
      </div>
    </li>
  )
}

/** Deletes the selected pictures at once; for a while this can be undone. Pictures that something shows are refused. */
function PictureBulkActions({ selection, regain }: { selection: Selection; regain: () => void }) {
  const { pictures } = useRouter().options.context.api.api.admin
  const remove = useAction({
    run: ({ ids }: BulkDelete) => unwrapResponse(pictures['bulk-delete'].$post({ json: { ids } })),
    successMessage: (_, { ids }) =>
      ids.length === 1 ? 'The picture is deleted.' : `${ids.length} pictures are deleted.`,
    invalidates: [picturesKey],
    onDone: selection.clear,
    undo: (_, { ids, isByKeys }) => ({
      run: () => {
        regain()
        return unwrapResponse(pictures.restore.$post({ json: { ids } }))
      },
      message: ids.length === 1 ? 'The picture is back.' : `${ids.length} pictures are back.`,
      takesFocus: isByKeys,
    }),
  })
  return <BulkDeleteBar selection={selection} isPending={remove.isPending} onDelete={remove.mutate} />
}
