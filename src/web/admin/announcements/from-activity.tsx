import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { actionWords } from '#domain/activity/words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import type { AnnouncementValues } from '#web/admin/announcements/announcement-values.ts'
import { draftedQuery, type Tellable, tellableQuery } from '#web/admin/announcements/announcements-query.ts'
import { Loaded } from '#web/admin/ui/loaded.tsx'
import { Moment } from '#web/admin/ui/moment.tsx'
import type { Editor } from '#web/admin/ui/use-editor.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

/** Fills the form from something that was done of late. */
export function FromActivity({ editor }: { editor: Editor<AnnouncementValues> }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const draft = useMutation({
    mutationFn: ({ id }: Tellable) => queryClient.fetchQuery(draftedQuery(api, id)),
    onSuccess: ({ title, message, linkUrl, announcementType, activityLogId }) => {
      editor.set('title', title)
      editor.set('message', message)
      editor.set('linkUrl', linkUrl)
      editor.set('announcementType', announcementType)
      editor.set('activityLogId', activityLogId)
      setOpen(false)
    },
    networkMode: 'always',
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Sparkles aria-hidden className="size-5" /> Make it from…
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Make an announcement from…"
        description="Title, message and link are drafted for you, in place of what the form says now."
      >
        {draft.isError && (
          <StatusBanner status="error">{sentenceOf(draft.error, errorPanelTexts.unexpected)}</StatusBanner>
        )}
        <Loaded query={tellableQuery(api)}>
          {(lines) => (
            <ul className="border-line border-y">
              {lines.length === 0 && (
                <li className="py-4 text-soft">
                  Nothing yet. Once a show, a product or a picture is added or changed, it stands here.
                </li>
              )}
              {lines.map((line) => (
                <li key={line.id} className="border-line not-first:border-t">
                  <button
                    type="button"
                    onClick={() => draft.isPending || draft.mutate(line)}
                    className="grid min-h-14 w-full cursor-pointer gap-x-4 px-2 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-3"
                  >
                    <span className="min-w-0 break-words font-medium">{line.resourceName || 'Without a name'}</span>
                    <span className="text-soft text-sm">
                      {`Somebody ${actionWords(line)}, `}
                      <Moment at={line.createdAt} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Modal>
    </>
  )
}
