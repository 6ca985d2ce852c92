import { Link, useRouter } from '@tanstack/react-router'
import type { CustomerAnswer } from '#api/admin/customer-support.ts'
import { formatMoney } from '#domain/money.ts'
import { orderStatusLabels } from '#domain/orders/events.ts'
import { List, rowClass } from '#web/admin/dashboard/list.tsx'
import { downloadsKey } from '#web/admin/downloads/downloads-query.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The customer's orders; orders with downloads have a button that mails new links. */
export function CustomerOrdersPart({ customer: { orders, downloads } }: { customer: CustomerAnswer }) {
  const { api } = useRouter().options.context
  const { locale } = useWebsite()
  const reissue = useAction({
    run: (order: string) => unwrapResponse(api.api.admin['customer-support'].links.$post({ json: { order } })),
    successMessage: () => 'New links are being sent. The old ones no longer work.',
    invalidates: [downloadsKey, ordersKey],
  })
  const canDownload = (number: string) =>
    downloads.some(({ orderNumber, state }) => orderNumber === number && state !== 'withdrawn')
  if (!orders.length) return null
  return (
    <ScreenSection title="Orders">
      <List>
        {orders.map(({ id, number, status, createdAt, total, currency, isErased }) => (
          <li key={number} className={`${rowClass} flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3`}>
            <span className="grow">
              <Link to="/admin/orders/$number" params={{ number }} className={`${rowTitleClass} tabular-nums`}>
                {number}
              </Link>{' '}
              <DemoBadge id={id} />
              <span className="block text-soft text-sm">
                {orderStatusLabels[status]}, {formatMoney(total, { locale, currency })},{' '}
                <LocalTimestamp at={createdAt} />
              </span>
            </span>
            {!isErased && canDownload(number) && (
              <Button
                variant="quiet"
                loading={reissue.isPending && reissue.variables === number}
                onClick={() => reissue.mutate(number)}
              >
                Send new links<span className="sr-only"> for order {number}</span>
              </Button>
            )}
          </li>
        ))}
      </List>
    </ScreenSection>
  )
}
