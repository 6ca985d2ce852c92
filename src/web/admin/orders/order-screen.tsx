import { Link, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { OrderActions } from '#web/admin/orders/order-actions.tsx'
import { OrderAttention } from '#web/admin/orders/order-attention.tsx'
import { OrderCustomerPanel } from '#web/admin/orders/order-customer.tsx'
import { OrderItems } from '#web/admin/orders/order-items.tsx'
import { OrderMails, OrderNotes, OrderPayment, OrderTimeline, OrderTracking } from '#web/admin/orders/order-panels.tsx'
import { OrderStateBadges } from '#web/admin/orders/order-state.tsx'
import { orderQuery } from '#web/admin/orders/orders-query.ts'
import { lastSearchOf } from '#web/admin/ui/lists/use-list-screen.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

export function OrderScreen({ number }: { number: string }) {
  const { api } = useRouter().options.context
  return (
    <div className="grid gap-4">
      <Link
        to="/admin/orders"
        search={lastSearchOf('/admin/orders')}
        className="inline-flex min-h-11 w-fit items-center gap-1 underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden className="size-5" /> All orders
      </Link>
      <QueryBoundary
        query={orderQuery(api, number)}
        failed={(error) => errorSentence(error, errorPanelTexts.unexpected)}
      >
        {(order) => (
          <Screen
            title={order.number}
            recordId={order.id}
            intro={
              <span className="flex flex-wrap items-center gap-3">
                <OrderStateBadges {...order} />
                <LocalTimestamp at={order.createdAt} />
                <span>Reference {order.reference}</span>
              </span>
            }
            action={<OrderActions order={order} />}
          >
            <OrderAttention order={order} />
            <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] xl:grid-rows-[auto_1fr]">
              <OrderItems order={order} />
              <div className="grid gap-10 xl:col-start-2 xl:row-span-2 xl:row-start-1">
                <OrderCustomerPanel key={order.id} order={order} />
                {order.ships && <OrderTracking order={order} />}
                <OrderMails order={order} />
                <OrderPayment order={order} />
              </div>
              <div className="grid gap-10">
                <OrderNotes order={order} />
                <OrderTimeline order={order} />
              </div>
            </div>
          </Screen>
        )}
      </QueryBoundary>
    </div>
  )
}
