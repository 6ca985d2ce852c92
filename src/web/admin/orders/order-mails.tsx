import { useRouter } from '@tanstack/react-router'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { Part } from '#web/admin/parts/screen.tsx'
import { useAction } from '#web/admin/parts/use-action.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'

/** For buyers who have lost a mail. */
export function OrderMails({ order: { id, downloads, isErased } }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const send = useAction({
    run: (mail: 'confirmation' | 'downloads') =>
      answerOf(api.api.admin.orders[':id'].mails.$post({ param: { id }, json: { mail } })),
    successMessage: () => 'The mail is on its way.',
    invalidates: [ordersKey],
  })
  if (isErased) return null
  return (
    <Part title="Mails">
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" loading={send.isPending} onClick={() => send.mutate('confirmation')}>
          Send confirmation again
        </Button>
        {downloads.length > 0 && (
          <Button variant="quiet" loading={send.isPending} onClick={() => send.mutate('downloads')}>
            Send downloads again
          </Button>
        )}
      </div>
    </Part>
  )
}
