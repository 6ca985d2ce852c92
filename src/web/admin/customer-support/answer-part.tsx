import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { maxAnswerLength, maxSubjectLength } from '#domain/customer-support/limits.ts'
import type { CustomerSearch } from '#web/admin/customer-support/customer-query.ts'
import { downloadsKey } from '#web/admin/downloads/downloads-query.ts'
import { NoteForm } from '#web/admin/ui/editor/note-form.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useMailQueuedText } from '#web/admin/ui/use-counts.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx'

/** A mail to the customer, in the name of the site. */
export function MailToCustomerPart({ search }: { search: CustomerSearch }) {
  const { api } = useRouter().options.context
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const mailQueued = useMailQueuedText()
  const send = useAction({
    run: () => unwrapResponse(api.api.admin['customer-support'].answers.$post({ json: { ...search, subject, text } })),
    successMessage: () => mailQueued,
    invalidates: [downloadsKey],
    onDone: () => {
      setSubject('')
      setText('')
    },
  })
  const isReady = Boolean(subject.trim() && text.trim())
  return (
    <ScreenSection title="Answer by mail" intro="Replies go to the contact address of the site.">
      <form
        method="post"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !send.isPending) send.mutate()
        }}
      >
        <TextField
          label="Subject"
          maxLength={maxSubjectLength}
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <TextArea
          label="Text"
          rows={5}
          maxLength={maxAnswerLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <Button type="submit" loading={send.isPending} disabled={!isReady}>
            Send
          </Button>
        </div>
      </form>
    </ScreenSection>
  )
}

/** A note for the other administrators. */
export function SupportNotePart({ search }: { search: CustomerSearch }) {
  const { api } = useRouter().options.context
  const saveNote = (text: string) =>
    unwrapResponse(api.api.admin['customer-support'].notes.$post({ json: { ...search, text } }))
  return (
    <ScreenSection title="Add a note" intro="Only administrators see notes.">
      <NoteForm label="Note" keep={saveNote} changes={[downloadsKey]} />
    </ScreenSection>
  )
}
