import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { AdminMediaItem } from '#api/admin/media.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import { formatDuration, parseDuration } from '#domain/media/length.ts'
import { mediaItemQuery, mediaKey } from '#web/admin/media/media-query.ts'
import { MediaSourceField } from '#web/admin/media/source-field.tsx'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { PictureField } from '#web/admin/ui/editor/picture-field.tsx'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { type AfterNewRecord, useNewRecord } from '#web/admin/ui/editor/use-new-record.ts'
import { DeleteButton } from '#web/admin/ui/lists/delete-button.tsx'
import { MoveButtons } from '#web/admin/ui/move-buttons.tsx'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '#web/ui/forms/inputs.tsx'

type MediaValues = {
  kind: AdminMediaItem['kind']
  title: string
  description: string
  source: string
  /** `4:12`. */
  duration: string
  posterUrl: string
  posterAlt: string
  isPublished: boolean
}

const labels: Record<keyof MediaValues, string> = {
  kind: 'Kind',
  title: 'Title',
  source: 'Link or uploaded file',
  duration: 'Length',
  description: 'Description',
  posterUrl: 'Picture',
  posterAlt: 'What the picture shows',
  isPublished: 'Visitors see it',
}

const newItem: VersionedValues<MediaValues> = {
  version: 0,
  values: {
    kind: 'video',
    title: '',
    description: '',
    source: '',
    duration: '',
    posterUrl: '',
    posterAlt: '',
    isPublished: false,
  },
}

const mediaValuesOf = (item: AdminMediaItem): VersionedValues<MediaValues> => ({
  version: item.sequence,
  values: {
    kind: item.kind,
    title: item.title,
    description: item.description ?? '',
    source: item.source,
    duration: item.duration ? formatDuration(item.duration) : '',
    posterUrl: item.posterUrl ?? '',
    posterAlt: item.posterAlt ?? '',
    isPublished: item.isPublished,
  },
})

const mediaDraftFrom = ({ duration, posterUrl, ...values }: MediaValues) => ({
  ...values,
  posterUrl: posterUrl || null,
  duration: duration ? parseDuration(duration) : null,
})

export function NewMediaScreen() {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const { round, after } = useNewRecord((id) =>
    navigate({ to: '/admin/media/$id', params: { id }, replace: true, ignoreBlocker: true }),
  )
  return (
    <Screen title="New item">
      <ItemEditor
        key={round}
        after={after}
        initial={newItem}
        save={async (draft, _, id) =>
          mediaValuesOf(await unwrapResponse(api.api.admin.media.$post({ json: { ...draft, id } })))
        }
      />
    </Screen>
  )
}

export function MediaItemScreen({ id }: { id: string }) {
  const { api } = useRouter().options.context
  const one = api.api.admin.media[':id']
  return (
    <QueryBoundary
      query={mediaItemQuery(api, id)}
      failed="This item could not be loaded. It may have been deleted."
      list={<BackToListLink to="/admin/media">All media</BackToListLink>}
    >
      {(item) => (
        <Screen title={item.title} recordId={id}>
          <ItemEditor
            key={id}
            id={id}
            initial={mediaValuesOf(item)}
            save={async (draft, version) =>
              mediaValuesOf(
                await unwrapResponse(one.$put({ param: { id }, json: { ...draft, sequence: Number(version) } })),
              )
            }
            fetchNewest={async () => mediaValuesOf(await unwrapResponse(one.$get({ param: { id } })))}
          />
        </Screen>
      )}
    </QueryBoundary>
  )
}

type ItemEditorProps = {
  id?: string
  /** Of a new item. */
  after?: AfterNewRecord
  initial: VersionedValues<MediaValues>
  save: (draft: MediaDraft, version: string | number, id: string) => Promise<VersionedValues<MediaValues>>
  fetchNewest?: () => Promise<VersionedValues<MediaValues>>
}

function ItemEditor({ id, after, initial, save, fetchNewest }: ItemEditorProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toast = useToast()
  const editor = useEditor({
    initial,
    schema: MediaDraft,
    draft: mediaDraftFrom,
    labels,
    save,
    ...(fetchNewest && { fetchNewest }),
    onSaved: ({ values: { title } }, about) => {
      toast.success(`${title} is saved.`)
      void queryClient.invalidateQueries({ queryKey: [...mediaKey, 'list'] })
      if (after) after.onSaved(about)
      else if (about.next) void navigate({ to: '/admin/media/new' })
    },
  })
  const { field, box, set, values, problems, uploading } = editor
  return (
    <Editor
      editor={editor}
      back="/admin/media"
      hasNext
      isNext={after?.isNext}
      publishing={{
        field: <Checkbox {...box('isPublished')} />,
        isDraft: !values.isPublished,
        publish: { isPublished: true },
      }}
      actions={id && <Actions id={id} title={values.title} />}
    >
      <FieldGroup title="Media item">
        <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
          <SelectField {...field('kind')}>
            <option value="video">Video</option>
            <option value="audio">Audio</option>
          </SelectField>
          <TextField {...field('title')} required maxLength={200} />
        </div>
        <MediaSourceField
          {...field('source')}
          onUploading={(words) => uploading('source', words)}
          onSource={({ source, kind, duration }) => {
            set('source', source)
            set('kind', kind)
            set('duration', duration ? formatDuration(duration) : '')
          }}
        />
        <TextField
          {...field('duration')}
          inputMode="numeric"
          placeholder="4:12"
          help="In minutes and seconds, such as 4:12. Filled in for uploaded files."
        />
        <TextArea {...field('description')} rows={3} />
      </FieldGroup>
      <FieldGroup title="Picture" intro="Shown before the video or recording plays.">
        <PictureField
          name="posterUrl"
          address={values.posterUrl}
          problem={problems.posterUrl ?? null}
          onAddress={(address) => set('posterUrl', address)}
          description={{
            name: 'posterAlt',
            alt: values.posterAlt,
            problem: problems.posterAlt ?? null,
            onAlt: (alt) => set('posterAlt', alt),
          }}
          onUploading={(words) => uploading('posterUrl', words)}
          ratio={16 / 9}
        />
      </FieldGroup>
    </Editor>
  )
}

type ActionsProps = { id: string; title: string }

function Actions({ id, title }: ActionsProps) {
  const { media } = useRouter().options.context.api.api.admin
  return (
    <>
      <MoveButtons
        id={id}
        first={async () => (await unwrapResponse(media.$get({ query: { page: '1', size: '1' } }))).items[0]?.id}
        move={(json) => unwrapResponse(media.order.$put({ json }))}
        changes={[[...mediaKey, 'list']]}
      />
      <DeleteButton
        name={title}
        undo={useUndoDelete()}
        run={() => unwrapResponse(media['bulk-delete'].$post({ json: { ids: [id] } }))}
        list="/admin/media"
        invalidates={[[...mediaKey, 'list']]}
      >
        <p>It is removed from the site, together with its uploaded file.</p>
      </DeleteButton>
    </>
  )
}
