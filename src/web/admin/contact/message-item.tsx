import { useRouter } from '@tanstack/react-router'
import { Mail, MailOpen } from 'lucide-react'
import { useId, useState } from 'react'
import type { ListedMessageAnswer, OpenedMessageAnswer } from '#api/admin/messages.ts'
import { replyMailtoLink } from '#domain/contact/contact.ts'
import type { MessageSearch } from '#domain/contact/message-list.ts'
import { undoTexts } from '#domain/texts/own-admin-words.ts'
import { messagesKey } from '#web/admin/contact/messages-query.ts'
import { useMarkMessageRead } from '#web/admin/contact/use-open-messages.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { MessageSummary } from '#web/admin/ui/message-summary.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useMailQueuedText } from '#web/admin/ui/use-counts.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'

type MessageItemProps = {
  message: ListedMessageAnswer
  search: MessageSearch
  /** No mail server is set up, so a mail to the owner is a file on the server. */
  mailsAreFiles: boolean
  opened: OpenedMessageAnswer | undefined
  onOpen: () => void
  onClose: () => void
  onDeleted: () => void
}

/** Who wrote, about what and when; the text once it is opened. */
export function MessageItem(props: MessageItemProps) {
  const { message, search, mailsAreFiles, opened, onOpen, onClose, onDeleted } = props
  const { receivedAt, readAt, mail, about } = message
  const id = useId()
  const Icon = readAt ? MailOpen : Mail
  return (
    <li data-row={message.id} className="border-line not-first:border-t">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <Icon aria-hidden className={`size-5 shrink-0 ${readAt ? 'text-soft' : 'text-ink'}`} />
        <span id={id} className="min-w-0 grow basis-48">
          <MessageSummary about={about} isRead={readAt !== null} />
        </span>
        <span className="text-soft text-sm">
          <LocalTimestamp at={receivedAt} />
        </span>
        <span className="flex flex-wrap gap-2">
          {!readAt && <Badge tone="notice">Unread</Badge>}
          <MailBadge mail={mail} areFiles={mailsAreFiles} />
        </span>
        <Button
          variant="quiet"
          aria-expanded={opened !== undefined}
          aria-describedby={id}
          onClick={opened ? onClose : onOpen}
          className="max-sm:w-full"
        >
          {opened ? 'Close' : 'Open'}
        </Button>
      </div>
      {opened && (
        <div className="grid gap-4 border-line border-t bg-sunken px-4 py-4">
          {opened.content ? <Content content={opened.content} /> : <p className="text-error-ink">{opened.problem}</p>}
          <Actions message={message} search={search} content={opened.content} onDeleted={onDeleted} />
        </div>
      )}
    </li>
  )
}

function MailBadge({ mail, areFiles }: Pick<ListedMessageAnswer, 'mail'> & { areFiles: boolean }) {
  if (mail === 'failed') return <Badge tone="bad">Mail not sent</Badge>
  if (mail === 'queued') return <Badge>Being sent</Badge>
  if (mail !== 'sent') return null
  return areFiles ? <Badge>Saved as a file</Badge> : <Badge tone="good">Sent to you</Badge>
}

const Content = ({
  content: { name, email, subject, message },
}: {
  content: NonNullable<OpenedMessageAnswer['content']>
}) => (
  <article className="grid gap-2">
    <h2 className="break-words font-semibold text-lg leading-tight">{subject}</h2>
    <p className="break-all text-soft">
      {name}, {email}
    </p>
    <p className="max-w-3xl whitespace-pre-wrap break-words">{message}</p>
  </article>
)

type ActionsProps = Pick<MessageItemProps, 'message' | 'search' | 'onDeleted'> & {
  content: OpenedMessageAnswer['content']
}

function Actions({ message: { id, readAt, mail }, search, content, onDeleted }: ActionsProps) {
  const { api } = useRouter().options.context
  const [asking, setAsking] = useState(false)
  const marking = useMarkMessageRead(search)
  const mailQueued = useMailQueuedText()
  const sending = useAction({
    run: () => unwrapResponse(api.api.admin.messages[':id'].mail.$post({ param: { id } })),
    successMessage: () => mailQueued,
    invalidates: [messagesKey, dashboardKey],
  })
  const removing = useAction({
    run: () => unwrapResponse(api.api.admin.messages['bulk-delete'].$post({ json: { ids: [id] } })),
    successMessage: () => 'The message is deleted.',
    undo: useUndoDelete(),
    invalidates: [messagesKey, dashboardKey],
    onDone: () => {
      setAsking(false)
      onDeleted()
    },
  })
  return (
    <div className="flex flex-wrap gap-3">
      {content && <ButtonLink href={replyMailtoLink(content)}>Answer by mail</ButtonLink>}
      <Button variant="quiet" loading={marking.isPending} onClick={() => marking.mutate({ id, read: readAt === null })}>
        {readAt ? 'Mark as unread' : 'Mark as read'}
      </Button>
      {content && (mail === 'failed' || mail === null) && (
        <Button variant="quiet" loading={sending.isPending} onClick={() => sending.mutate()}>
          Send again
        </Button>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => removing.mutate()}
        loading={removing.isPending}
        autoClose={false}
        variant="danger"
        title="Delete this message?"
        confirmLabel="Delete"
      >
        <p>{undoTexts.hint}</p>
      </ConfirmDialog>
    </div>
  )
}
