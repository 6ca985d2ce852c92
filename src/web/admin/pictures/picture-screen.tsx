import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import { PictureDraft } from '#domain/pictures/draft.ts'
import { fileSizeText } from '#domain/ui/transfer-speed.ts'
import { FocalPointField } from '#web/admin/pictures/focal-point-field.tsx'
import { DeletePicture, PictureUseList, ReplacePicture } from '#web/admin/pictures/picture-uses.tsx'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { pictureQuery, picturesKey } from '#web/admin/ui/pictures/pictures-query.ts'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen, ScreenSection } from '#web/admin/ui/screen.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { ButtonLink } from '#web/ui/forms/button.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/inputs.tsx'

type PictureValues = { alt: string; isDecorative: boolean; focusX: string; focusY: string }

const labels: Record<keyof PictureValues, string> = {
  alt: 'Description',
  isDecorative: 'Only decoration: it needs no description',
  focusX: 'From the left, in %',
  focusY: 'From the top, in %',
}

const valuesOf = ({
  picture,
  isDecorative,
  focusX,
  focusY,
  sequence,
}: LibraryPictureAnswer): VersionedValues<PictureValues> => ({
  values: { alt: picture.alt, isDecorative, focusX: String(focusX), focusY: String(focusY) },
  version: sequence,
})

const percentOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))

const draftFrom = ({ alt, isDecorative, focusX, focusY }: PictureValues) => ({
  alt: isDecorative ? '' : alt,
  isDecorative,
  focusX: percentOf(focusX),
  focusY: percentOf(focusY),
})

export function PictureScreen({ id }: { id: string }) {
  const { api } = useRouter().options.context
  return (
    <QueryBoundary
      query={pictureQuery(api, id)}
      failed="This picture could not be loaded. It may have been deleted."
      list={<BackToListLink to="/admin/site/pictures">All pictures</BackToListLink>}
    >
      {(picture) => (
        <Screen title={picture.fileName} recordId={picture.id}>
          <PictureEditor key={picture.id} picture={picture} />
        </Screen>
      )}
    </QueryBoundary>
  )
}

function PictureEditor({ picture }: { picture: LibraryPictureAnswer }) {
  const { pictures } = useRouter().options.context.api.api.admin
  const queryClient = useQueryClient()
  const toast = useToast()
  const param = { id: picture.id }
  const editor = useEditor({
    initial: valuesOf(picture),
    schema: PictureDraft,
    draft: draftFrom,
    labels,
    save: async (draft, version) =>
      valuesOf(await unwrapResponse(pictures[':id'].$put({ param, json: { ...draft, sequence: Number(version) } }))),
    fetchNewest: async () => valuesOf(await unwrapResponse(pictures[':id'].$get({ param }))),
    onSaved: () => {
      toast.success('The picture is saved.')
      void queryClient.invalidateQueries({ queryKey: [...picturesKey, 'list'] })
    },
  })
  const { field, box, set, values } = editor
  return (
    <Editor editor={editor} back="/admin/site/pictures" actions={<Actions picture={picture} />}>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <FocalPointField
          address={picture.address}
          width={picture.picture.width}
          height={picture.picture.height}
          x={field('focusX')}
          y={field('focusY')}
          onPoint={(x, y) => {
            set('focusX', String(x))
            set('focusY', String(y))
          }}
        />
        <div className="grid content-start gap-8">
          <div className="grid gap-3">
            <TextArea
              {...field('alt')}
              value={values.isDecorative ? '' : values.alt}
              disabled={values.isDecorative}
              rows={3}
              maxLength={300}
              help="For people who cannot see the picture: one sentence about who or what is in it."
            />
            <Checkbox {...box('isDecorative')} />
          </div>
          <ScreenSection title="Where it is used">
            <PictureUseList uses={picture.uses} />
          </ScreenSection>
          <ScreenSection title="The file">
            <PictureFacts picture={picture} />
          </ScreenSection>
        </div>
      </div>
    </Editor>
  )
}

function PictureFacts({
  picture: { id, picture, bytes, uploadedAt, uploadedBy, takenOn },
}: {
  picture: LibraryPictureAnswer
}) {
  return (
    <>
      <p className="text-soft text-sm tabular-nums">
        {picture.width} × {picture.height} pixels. Uploaded <LocalTimestamp at={uploadedAt} />
        {uploadedBy && ` by ${uploadedBy}`}.{takenOn && ` Taken on ${takenOn}.`}
      </p>
      <p className="text-soft text-sm">
        Visitors get it without location and camera data. The original has everything that the camera wrote; only
        administrators can download it.
      </p>
      <div>
        <ButtonLink variant="quiet" href={`/api/admin/pictures/${id}/original`} download>
          <Download aria-hidden className="size-5" /> Download the original ({fileSizeText(bytes)})
        </ButtonLink>
      </div>
    </>
  )
}

const Actions = ({ picture }: { picture: LibraryPictureAnswer }) => (
  <>
    <ReplacePicture picture={picture} />
    <DeletePicture picture={picture} />
  </>
)
