import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrderAnswer } from '#api/orders-desk-answers.ts'
import { personName } from '#domain/activity/words.ts'
import { longestNote } from '#domain/orders/limits.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { useDeed } from '#web/admin/parts/use-deed.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'

/** What those who run the site want to remember; the buyer never sees it. */
export function OrderNotes({ order: { id, notes } }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const [text, setText] = useState('')
  const add = useDeed({
    work: () => answerOf(api.api.admin.orders[':id'].notes.$post({ param: { id }, json: { text } })),
    changes: [ordersKey],
    after: () => setText(''),
  })
  return (
    <Part title="Notes" intro="Only for you and those who run the site with you.">
      {notes.length > 0 && (
        <ul className="grid gap-4">
          {notes.map(({ text: said, at, who }) => (
            <li key={at + said} className="border-line border-l-2 pl-4">
              <p className="whitespace-pre-line wrap-anywhere">{said}</p>
              <p className="text-soft text-sm">
                <Moment at={at} />, {personName(who)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() && !add.isPending) add.mutate()
        }}
      >
        <TextArea
          label="New note"
          rows={2}
          maxLength={longestNote}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div>
          <Button type="submit" variant="quiet" loading={add.isPending} disabled={!text.trim()}>
            Add note
          </Button>
        </div>
      </form>
    </Part>
  )
}
