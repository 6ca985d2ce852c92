import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useState } from 'react'
import type { OrderRow } from '#api/admin/order-answers.ts'
import { formatMoney } from '#domain/money.ts'
import { orderItemText } from '#domain/orders/order.ts'
import { type OrderListSearch, orderList } from '#domain/orders/order-list.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { orderDecryptionTexts } from '#domain/texts/own-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { OrderBulkActions } from '#web/admin/orders/bulk-actions.tsx'
import { ExportOrders } from '#web/admin/orders/export-orders.tsx'
import { OrderStateBadges } from '#web/admin/orders/order-state.tsx'
import { type OrderCustomers, orderCustomersQuery, ordersQuery } from '#web/admin/orders/orders-query.ts'
import { OrdersFilters, OrdersSearch } from '#web/admin/orders/orders-tools.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { type Column, rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

const columns: Column<OrderRow>[] = [
  {
    head: 'Order',
    sort: 'created',
    cell: ({ number }) => (
      <Link
        to="/admin/orders/$number"
        params={{ number }}
        className={`${rowTitleClass} whitespace-nowrap tabular-nums`}
      >
        {number}
      </Link>
    ),
    below: ({ createdAt }) => (
      <span className="text-soft">
        <LocalTimestamp at={createdAt} />
      </span>
    ),
  },
  {
    head: 'Items',
    phone: 'hidden',
    cell: ({ items }) => (
      <ul>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order never change
          <li key={at}>{orderItemText(item)}</li>
        ))}
      </ul>
    ),
  },
  {
    head: 'Status',
    sort: 'status',
    phone: 'end',
    // On a phone the total stands below it: beside it there is no room for the whole number of the order.
    cell: (order) => (
      <div className="max-sm:max-w-26 max-sm:text-right max-sm:*:justify-end">
        <OrderStateBadges {...order} />
        <span className="block text-sm sm:hidden">
          <Amount {...order} />
        </span>
      </div>
    ),
  },
  { head: 'Total', sort: 'total', end: true, phone: 'hidden', cell: (order) => <Amount {...order} /> },
]

function Amount({ total, currency }: Pick<OrderRow, 'total' | 'currency'>) {
  const { locale } = useWebsite()
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(total, { locale, currency })}</span>
}

const customerColumn = (customers: OrderCustomers | undefined): Column<OrderRow> => ({
  head: 'Customer',
  cell: ({ id }) => {
    const found = customers?.get(id)
    if (!found) return <span className="text-soft">…</span>
    const isErased = found.error === orderDecryptionTexts.erased
    if (!found.data)
      return <span className={`text-sm ${isErased ? 'text-soft' : 'text-error-ink'}`}>{found.error}</span>
    return (
      <>
        <bdi>{found.data.customer_name}</bdi>
        <span className="block break-all text-soft text-sm">{found.data.customer_email}</span>
      </>
    )
  },
})

export function OrdersScreen({ search }: { search: OrderListSearch }) {
  const { api } = useRouter().options.context
  const { siteId } = useWebsite()
  const confirmed = useConfirmedRequest()
  const list = useListScreen({
    list: orderList,
    search,
    query: ordersQuery(api, search),
    rowsOf: ({ orders }) => orders,
  })
  const ids = list.rows.map(({ id }) => id)
  const [isShown, setShown] = useState(false)
  const customers = useQuery({
    ...orderCustomersQuery({ api, siteId, confirmed }, ids),
    enabled: isShown && ids.length > 0,
  })
  const [order, ...others] = columns
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows only move the focus between what is inside
    <div onKeyDown={rowKeys}>
      <ListScreen
        title={sidebarTexts.orders}
        intro="All orders, newest first. Customer data is hidden until you open it."
        action={
          <div className="flex flex-wrap gap-3">
            <Button
              variant="quiet"
              aria-pressed={isShown}
              loading={customers.isFetching}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
              {isShown ? 'Hide customers' : 'Show customers'}
            </Button>
            <ExportOrders search={search} />
          </div>
        }
        list={list}
        tools={<OrdersSearch search={search} setSearch={list.setSearch} />}
        filters={<OrdersFilters search={search} setSearch={list.setSearch} />}
        notice={
          isShown &&
          customers.isError && (
            <StatusBanner status="error">
              {errorSentence(customers.error, errorPanelTexts.unexpected)}{' '}
              <Button variant="quiet" onClick={() => customers.refetch()} loading={customers.isFetching}>
                Try again
              </Button>
            </StatusBanner>
          )
        }
        table={{
          caption: sidebarTexts.orders,
          columns: isShown ? [order!, customerColumn(customers.data), ...others] : columns,
          nameOf: ({ number }) => number,
        }}
        empty={<EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>No orders yet.</EmptyState>}
        beyondLastPage="Use the dates to find older ones."
        bulk={<OrderBulkActions selection={list.selection} orders={list.selected} />}
      />
    </div>
  )
}

/** Arrow keys move the focus between the search box and the links of the rows. */
function rowKeys(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const from = event.target as HTMLElement
  if (!step || event.altKey || event.ctrlKey || event.metaKey || from.closest('select, textarea, [type=date]')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')].flatMap(
    (row) => row.querySelector<HTMLElement>('a') ?? [],
  )
  const row = from.closest('tbody tr')
  const at = row ? links.findIndex((link) => row.contains(link)) : from.matches('[type=search]') ? -1 : null
  if (at === null) return
  const next = at + step
  const target = next < 0 ? event.currentTarget.querySelector<HTMLElement>('[type=search]') : links[next]
  if (!target) return
  event.preventDefault()
  target.focus()
}
