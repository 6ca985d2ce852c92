import { useRouter } from '@tanstack/react-router'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { personName } from '#domain/activity/words.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { Moment } from '#web/admin/parts/moment.tsx'
import { NoteForm } from '#web/admin/parts/note-form.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { answerOf } from '#web/answer.ts'

/** What those who run the site want to remember; the buyer never sees it. */
export function OrderNotes({ order: { id, notes } }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const keep = (text: string) => answerOf(api.api.admin.orders[':id'].notes.$post({ param: { id }, json: { text } }))
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
      <NoteForm label="New note" keep={keep} changes={[ordersKey]} />
    </Part>
  )
}
