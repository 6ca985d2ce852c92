import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import { stateOf } from '#domain/announcements/state.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { AnnouncementFields } from '#web/admin/announcements/announcement-fields.tsx'
import {
  type AnnouncementValues,
  announcementLabels,
  draftIn,
  newAnnouncement,
  openedAnnouncement,
} from '#web/admin/announcements/announcement-values.ts'
import { announcementQuery, announcementsKey, draftedQuery } from '#web/admin/announcements/announcements-query.ts'
import { DeleteDialog } from '#web/admin/announcements/delete-dialog.tsx'
import { FromActivity } from '#web/admin/announcements/from-activity.tsx'
import { useAnnouncementActions } from '#web/admin/announcements/use-announcement-deeds.ts'
import { Editor } from '#web/admin/ui/editor.tsx'
import { Loaded } from '#web/admin/ui/loaded.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { type Opened, useEditor } from '#web/admin/ui/use-editor.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

const home = '/admin/announcements'

/** `from` is the activity that it is to be made from. */
export function NewAnnouncementScreen({ from }: { from: string | undefined }) {
  const { api } = useRouter().options.context
  const drafted = useQuery({ ...draftedQuery(api, from ?? ''), enabled: Boolean(from) })
  return (
    <Screen title="New announcement">
      {drafted.isError && (
        <StatusBanner status="error">{sentenceOf(drafted.error, errorPanelTexts.unexpected)}</StatusBanner>
      )}
      {from && drafted.isPending ? (
        <Loading>
          <Skeleton className="h-96" />
        </Loading>
      ) : (
        <NewAnnouncement key={from} opened={newAnnouncement(drafted.data)} />
      )}
    </Screen>
  )
}

function NewAnnouncement({ opened }: { opened: Opened<AnnouncementValues> }) {
  const { api } = useRouter().options.context
  const { zone } = useWebsite()
  const navigate = useNavigate()
  return (
    <AnnouncementEditor
      opened={opened}
      save={async (draft, _, id) => {
        const made = await answerOf(api.api.admin.announcements.$post({ json: { ...draft, id } }))
        await navigate({ to: `${home}/$id`, params: { id: made.id }, replace: true, ignoreBlocker: true })
        return openedAnnouncement(made, zone)
      }}
    />
  )
}

export function AnnouncementScreen({ id }: { id: string }) {
  const { api } = useRouter().options.context
  const { zone } = useWebsite()
  const one = api.api.admin.announcements[':id']
  const param = { id }
  return (
    <Loaded query={announcementQuery(api, id)} failed="This announcement could not be loaded. It may be deleted.">
      {(announcement) => (
        <Screen title={announcement.title}>
          <AnnouncementEditor
            key={id}
            id={id}
            opened={openedAnnouncement(announcement, zone)}
            save={async (draft, seen) =>
              openedAnnouncement(await answerOf(one.$put({ param, json: { ...draft, sequence: Number(seen) } })), zone)
            }
            newest={async () => openedAnnouncement(await answerOf(one.$get({ param })), zone)}
          />
        </Screen>
      )}
    </Loaded>
  )
}

type EditorProps = {
  id?: string
  opened: Opened<AnnouncementValues>
  save: (draft: AnnouncementDraft, version: string | number, id: string) => Promise<Opened<AnnouncementValues>>
  newest?: () => Promise<Opened<AnnouncementValues>>
}

function AnnouncementEditor({ id, opened, save, newest }: EditorProps) {
  const { zone } = useWebsite()
  const queryClient = useQueryClient()
  const toast = useToast()
  const editor = useEditor({
    opened,
    schema: AnnouncementDraft,
    draft: draftIn(zone),
    labels: announcementLabels,
    save,
    ...(newest && { newest }),
    onSaved: ({ values }) => {
      toast.success(savedWords[stateOf(AnnouncementDraft.parse(draftIn(zone)(values)), new Date())])
      void queryClient.invalidateQueries({ queryKey: announcementsKey, refetchType: 'none' })
    },
  })
  return (
    <Editor
      editor={editor}
      back={home}
      actions={id ? <Delete id={id} title={opened.values.title} /> : <FromActivity editor={editor} />}
    >
      <AnnouncementFields editor={editor} />
    </Editor>
  )
}

const savedWords = {
  live: 'Saved. Visitors see it now.',
  scheduled: 'Saved. Visitors will see it when its time comes.',
  ended: 'Saved. Its time is over, so nobody sees it.',
  off: 'Saved. It is switched off, so nobody sees it.',
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
      <DeleteDialog
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
