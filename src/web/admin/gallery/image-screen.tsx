import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AdminGalleryImage } from '#api/admin/gallery.ts'
import { GalleryDraft } from '#domain/gallery/draft.ts'
import { galleryImageQuery, galleryKey, useUndoImageDelete } from '#web/admin/gallery/gallery-query.ts'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { DeleteButton } from '#web/admin/ui/lists/delete-button.tsx'
import { MoveButtons } from '#web/admin/ui/move-buttons.tsx'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/inputs.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

type ImageValues = { caption: string; alt: string; takenOn: string; isPublished: boolean }

const labels: Record<keyof ImageValues, string> = {
  alt: 'Description',
  caption: 'Caption',
  takenOn: 'Taken on',
  isPublished: 'Visitors see it',
}

const imageValuesOf = ({
  caption,
  alt,
  takenOn,
  isPublished,
  sequence,
}: AdminGalleryImage): VersionedValues<ImageValues> => ({
  values: { caption, alt, takenOn: takenOn ?? '', isPublished },
  version: sequence,
})

export function ImageScreen({ id }: { id: string }) {
  const { api } = useRouter().options.context
  return (
    <QueryBoundary
      query={galleryImageQuery(api, id)}
      failed="This picture could not be loaded. It may have been deleted."
      list={<BackToListLink to="/admin/gallery">All pictures</BackToListLink>}
    >
      {(image) => (
        <Screen title="Picture" recordId={image.id}>
          <ImageEditor key={image.id} image={image} />
        </Screen>
      )}
    </QueryBoundary>
  )
}

function ImageEditor({ image }: { image: AdminGalleryImage }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const one = api.api.admin.gallery[':id']
  const param = { id: image.id }
  const editor = useEditor({
    initial: imageValuesOf(image),
    schema: GalleryDraft,
    draft: (values: ImageValues) => ({ ...values, takenOn: values.takenOn || null }),
    labels,
    save: async (draft, version) =>
      imageValuesOf(await unwrapResponse(one.$put({ param, json: { ...draft, sequence: Number(version) } }))),
    fetchNewest: async () => imageValuesOf(await unwrapResponse(one.$get({ param }))),
    onSaved: () => {
      toast.success('The picture is saved.')
      void queryClient.invalidateQueries({ queryKey: [...galleryKey, 'list'] })
    },
  })
  const { field, box } = editor
  return (
    <Editor editor={editor} back="/admin/gallery" actions={<Actions id={image.id} />}>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Picture picture={image.picture} sizes="(min-width: 1024px) 40rem, 100vw" className="w-full" />
        <div className="grid content-start gap-5">
          <TextArea
            {...field('alt')}
            rows={3}
            maxLength={300}
            help="For people who cannot see the picture: one sentence about who or what is in it."
          />
          <TextField {...field('caption')} maxLength={200} help="Shown under the picture." />
          <TextField {...field('takenOn')} type="date" />
          <Checkbox {...box('isPublished')} />
          <p className="text-soft text-sm tabular-nums">
            {image.picture.width} × {image.picture.height} pixels. Location and camera data were removed from the file.
          </p>
        </div>
      </div>
    </Editor>
  )
}

function Actions({ id }: { id: string }) {
  const { gallery } = useRouter().options.context.api.api.admin
  const undo = useUndoImageDelete()
  return (
    <>
      <MoveButtons
        id={id}
        first={async () => (await unwrapResponse(gallery.$get({ query: { page: '1', size: '1' } }))).images[0]?.id}
        move={(json) => unwrapResponse(gallery.order.$put({ json }))}
        changes={[[...galleryKey, 'list']]}
      />
      <DeleteButton
        name="this picture"
        undo={() => undo([id])}
        run={() => unwrapResponse(gallery['bulk-delete'].$post({ json: { ids: [id] } }))}
        list="/admin/gallery"
        invalidates={[[...galleryKey, 'list']]}
      >
        <p>It disappears from the gallery of the site.</p>
      </DeleteButton>
    </>
  )
}
