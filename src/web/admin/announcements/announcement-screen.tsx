import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { announcementStateOf } from '#domain/announcements/announcement.ts'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { DeleteAnnouncementDialog, FillFromActivity } from '#web/admin/announcements/announcement-dialogs.tsx'
import { AnnouncementFields } from '#web/admin/announcements/announcement-fields.tsx'
import {
  type AnnouncementValues,
  announcementDraftFrom,
  announcementLabels,
  announcementValuesOf,
  newAnnouncementValues,
} from '#web/admin/announcements/announcement-values.ts'
import {
  activityDraftQuery,
  adminAnnouncementsKey,
  announcementQuery,
  useAnnouncementActions,
} from '#web/admin/announcements/announcements-query.ts'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { type AfterNewRecord, useNewRecord } from '#web/admin/ui/editor/use-new-record.ts'
import { SkeletonFields } from '#web/admin/ui/lists/list-status.tsx'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { LoadingRegion } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

const home = '/admin/announcements'

/** `from` is the id of the activity to draft it from. */
export function NewAnnouncementScreen({ from }: { from: string | undefined }) {
  const { api } = useRouter().options.context
  const drafted = useQuery({ ...activityDraftQuery(api, from ?? ''), enabled: Boolean(from) })
  return (
    <Screen title="New announcement">
      {drafted.isError && (
        <StatusBanner status="error">{errorSentence(drafted.error, errorPanelTexts.unexpected)}</StatusBanner>
      )}
      {from && drafted.isPending ? (
        <LoadingRegion>
          <SkeletonFields fields={5} />
        </LoadingRegion>
      ) : (
        <NewAnnouncement key={from} initial={newAnnouncementValues(drafted.data)} />
      )}
    </Screen>
  )
}

function NewAnnouncement({ initial }: { initial: VersionedValues<AnnouncementValues> }) {
  const { api } = useRouter().options.context
  const { zone } = useWebsite()
  const navigate = useNavigate()
  const { round, after } = useNewRecord((id) =>
    navigate({ to: `${home}/$id`, params: { id }, replace: true, ignoreBlocker: true }),
  )
  return (
    <AnnouncementEditor
      key={round}
      after={after}
      initial={after.isNext ? newAnnouncementValues(undefined) : initial}
      save={async (draft, _, id) =>
        announcementValuesOf(await unwrapResponse(api.api.admin.announcements.$post({ json: { ...draft, id } })), zone)
      }
    />
  )
}

export function AnnouncementScreen({ id }: { id: string }) {
  const { api } = useRouter().options.context
  const { zone } = useWebsite()
  const one = api.api.admin.announcements[':id']
  const param = { id }
  return (
    <QueryBoundary
      query={announcementQuery(api, id)}
      failed="This announcement could not be loaded. It may have been deleted."
      list={<BackToListLink to="/admin/announcements">All announcements</BackToListLink>}
    >
      {(announcement) => (
        <Screen title={announcement.title} recordId={id}>
          <AnnouncementEditor
            key={id}
            id={id}
            initial={announcementValuesOf(announcement, zone)}
            save={async (draft, seen) =>
              announcementValuesOf(
                await unwrapResponse(one.$put({ param, json: { ...draft, sequence: Number(seen) } })),
                zone,
              )
            }
            fetchNewest={async () => announcementValuesOf(await unwrapResponse(one.$get({ param })), zone)}
          />
        </Screen>
      )}
    </QueryBoundary>
  )
}

type EditorProps = {
  id?: string
  /** Of a new announcement. */
  after?: AfterNewRecord
  initial: VersionedValues<AnnouncementValues>
  save: (draft: AnnouncementDraft, version: string | number, id: string) => Promise<VersionedValues<AnnouncementValues>>
  fetchNewest?: () => Promise<VersionedValues<AnnouncementValues>>
}

function AnnouncementEditor({ id, after, initial, save, fetchNewest }: EditorProps) {
  const navigate = useNavigate()
  const { zone } = useWebsite()
  const queryClient = useQueryClient()
  const toast = useToast()
  const editor = useEditor({
    initial,
    schema: AnnouncementDraft,
    draft: announcementDraftFrom(zone),
    labels: announcementLabels,
    save,
    ...(fetchNewest && { fetchNewest }),
    onSaved: ({ values }, about) => {
      toast.success(
        savedWords[announcementStateOf(AnnouncementDraft.parse(announcementDraftFrom(zone)(values)), new Date())],
      )
      void queryClient.invalidateQueries({ queryKey: adminAnnouncementsKey, refetchType: 'none' })
      if (after) after.onSaved(about)
      else if (about.next) void navigate({ to: '/admin/announcements/new' })
    },
  })
  return (
    <Editor
      editor={editor}
      back={home}
      hasNext
      isNext={after?.isNext}
      actions={id ? <Delete id={id} title={initial.values.title} /> : <FillFromActivity editor={editor} />}
    >
      <AnnouncementFields editor={editor} />
    </Editor>
  )
}

const savedWords = {
  live: 'Saved. Visitors see it now.',
  scheduled: 'Saved. Visitors will see it from its start date.',
  ended: 'Saved. Its end date has passed, so visitors do not see it.',
  off: 'Saved. It is off, so visitors do not see it.',
}

function Delete({ id, title }: { id: string; title: string }) {
  const navigate = useNavigate()
  const { remove } = useAnnouncementActions()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <DeleteAnnouncementDialog
        announcement={isAsking ? { id, title } : null}
        onClose={() => setAsking(false)}
        onDelete={async (one) => {
          await remove.mutateAsync(one)
          await navigate({ to: home, ignoreBlocker: true })
        }}
      />
    </>
  )
}
