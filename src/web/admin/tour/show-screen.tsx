import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import type { PublicShow } from '#api/site/tour.ts'
import { imageBasePath, parseImagePath } from '#domain/images/addresses.ts'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { countryName } from '#domain/tour/country.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { becomesPastAt } from '#domain/tour/show.ts'
import { formatShowTexts } from '#domain/tour/words.ts'
import { ShowFields, showImageRatio } from '#web/admin/tour/show-fields.tsx'
import {
  newShowValues,
  type ShowValues,
  showDraftFrom,
  showLabels,
  showStatusLabels,
  showValuesOf,
} from '#web/admin/tour/show-values.ts'
import { adminShowQuery, tourKey } from '#web/admin/tour/shows-query.ts'
import { Editor, StatusField } from '#web/admin/ui/editor/editor.tsx'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { type AfterNewRecord, useNewRecord } from '#web/admin/ui/editor/use-new-record.ts'
import { DeleteButton } from '#web/admin/ui/lists/delete-button.tsx'
import { optionsFromLabels } from '#web/admin/ui/lists/list-tools.tsx'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The public page of a show. Passed in by the route, because `web/admin` does not import `web/site`. */
type Page = ComponentType<{ show: PublicShow; next: PublicShow[] }>

export function NewShowScreen({ page }: { page: Page }) {
  const { api } = useRouter().options.context
  const { zone } = useWebsite()
  const navigate = useNavigate()
  const { round, after } = useNewRecord((id) =>
    navigate({ to: '/admin/tour/$id', params: { id }, replace: true, ignoreBlocker: true }),
  )
  return (
    <Screen title="New show">
      <ShowEditor
        key={round}
        after={after}
        initial={{ values: newShowValues(zone), version: 0 }}
        save={async (draft, _, id) =>
          showValuesOf(await unwrapResponse(api.api.admin.shows.$post({ json: { ...draft, id } })))
        }
        page={page}
      />
    </Screen>
  )
}

export function ShowScreen({ id, page }: { id: string; page: Page }) {
  const { api } = useRouter().options.context
  return (
    <QueryBoundary
      query={adminShowQuery(api, id)}
      failed="This show could not be loaded. It may have been deleted."
      list={<BackToListLink to="/admin/tour">All shows</BackToListLink>}
    >
      {(show) => (
        <Screen title={`${show.city}, ${show.venue}`} recordId={id}>
          <ShowEditor
            key={id}
            id={id}
            initial={showValuesOf(show)}
            save={async (draft, version) =>
              showValuesOf(
                await unwrapResponse(
                  api.api.admin.shows[':id'].$put({ param: { id }, json: { ...draft, sequence: Number(version) } }),
                ),
              )
            }
            fetchNewest={async () =>
              showValuesOf(await unwrapResponse(api.api.admin.shows[':id'].$get({ param: { id } })))
            }
            page={page}
          />
        </Screen>
      )}
    </QueryBoundary>
  )
}

type ShowEditorProps = {
  id?: string
  /** Of a new show. */
  after?: AfterNewRecord
  initial: VersionedValues<ShowValues>
  save: (draft: ShowDraft, version: string | number, id: string) => Promise<VersionedValues<ShowValues>>
  fetchNewest?: () => Promise<VersionedValues<ShowValues>>
  page: Page
}

function ShowEditor({ id, after, initial, save, fetchNewest, page }: ShowEditorProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toast = useToast()
  const editor = useEditor({
    initial,
    schema: ShowDraft,
    draft: showDraftFrom,
    labels: showLabels,
    save,
    ...(fetchNewest && { fetchNewest }),
    onSaved: ({ values: { city, status } }, about) => {
      toast.success(status === 'draft' ? `The draft for ${city} is saved.` : `The show in ${city} is saved.`)
      void queryClient.invalidateQueries({ queryKey: [...tourKey, 'list'] })
      if (after) after.onSaved(about)
      else if (about.next) void navigate({ to: '/admin/tour/new' })
    },
  })
  return (
    <Editor
      editor={editor}
      back="/admin/tour"
      hasNext
      isNext={after?.isNext}
      publishing={{
        field: <StatusField {...editor.field('status')} options={optionsFromLabels(showStatusLabels)} />,
        isDraft: editor.values.status === 'draft',
        publish: { status: 'upcoming' },
      }}
      actions={
        <>
          <Preview values={editor.values} page={page} />
          {id && <Duplicate id={id} disabled={editor.isDirty} />}
          {id && <Delete id={id} name={`${initial.values.city}, ${initial.values.venue}`} />}
        </>
      }
    >
      <ShowFields editor={editor} />
    </Editor>
  )
}

function Delete({ id, name }: { id: string; name: string }) {
  const { shows } = useRouter().options.context.api.api.admin
  return (
    <DeleteButton
      name={name}
      undo={useUndoDelete()}
      run={() => unwrapResponse(shows['bulk-delete'].$post({ json: { ids: [id] } }))}
      list="/admin/tour"
      invalidates={[[...tourKey, 'list']]}
    >
      <p>
        It disappears from the site. If the show does not take place, cancel it instead: then fans can see that it is
        cancelled.
      </p>
    </DeleteButton>
  )
}

/** The public page, inert. */
function Preview({ values, page: Page }: { values: ShowValues; page: Page }) {
  const [isOpen, setOpen] = useState(false)
  const { locale } = useWebsite()
  const draft = ShowDraft.safeParse(showDraftFrom(values))
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Preview
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} size="xl" title="Preview">
        {draft.success ? (
          <div inert className="border border-line bg-ground">
            <Page show={shown(draft.data, locale)} next={[]} />
          </div>
        ) : (
          <p>Enter date, city, venue and country to see the preview.</p>
        )}
      </Modal>
    </>
  )
}

const shown = ({ imageUrl, imageAlt, ...draft }: ShowDraft, locale: string): PublicShow => ({
  ...draft,
  countryName: countryName(draft.country, locale),
  words: formatShowTexts(draft, { locale, now: new Date() }),
  slug: 'preview',
  status: draft.status === 'draft' ? 'upcoming' : draft.status,
  passesAt: becomesPastAt(draft).toISOString(),
  onSaleAt: draft.onSaleAt?.toISOString() ?? null,
  image: imageUrl ? pictureFrom(imageUrl, imageAlt ?? '') : null,
})

/** The picture behind an address; its height follows from the ratio that the field crops to. */
function pictureFrom(address: string, alt: string): PictureData | null {
  const image = parseImagePath(address)
  if (!image || !('size' in image)) return null
  const { hash, name, size } = image
  const height = Math.round(size.width / showImageRatio)
  return { base: imageBasePath(hash, name), width: size.width, height, placeholder: null, alt, asIs: null }
}

/** Copies the show as a draft, such as for a second night. */
function Duplicate({ id, disabled }: { id: string; disabled: boolean }) {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const repeat = useAction({
    run: () => unwrapResponse(api.api.admin.shows[':id'].duplicate.$post({ param: { id } })),
    successMessage: () => 'This is the copy. Please choose its date.',
    invalidates: [[...tourKey, 'list']],
    onDone: (copy) => void navigate({ to: '/admin/tour/$id', params: { id: copy.id } }),
  })
  return (
    <Button variant="quiet" disabled={disabled} loading={repeat.isPending} onClick={() => repeat.mutate()}>
      Duplicate
    </Button>
  )
}
