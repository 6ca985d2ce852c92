import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { OrderRow } from '#api/admin/order-answers.ts'
import { moneyWords } from '#domain/money.ts'
import { itemWords } from '#domain/orders/items.ts'
import { lastOrderPage, orderPageSizes } from '#domain/orders/limits.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { ourDecryptionTexts } from '#domain/texts/our-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ChosenOrders } from '#web/admin/orders/chosen-orders.tsx'
import { ExportOrders } from '#web/admin/orders/export-orders.tsx'
import { OrderState } from '#web/admin/orders/order-words.tsx'
import { type Customers, customersQuery, type OrderSearch, ordersQuery } from '#web/admin/orders/orders-query.ts'
import { OrdersTools } from '#web/admin/orders/orders-tools.tsx'
import { rowKeys } from '#web/admin/orders/row-keys.ts'
import { Pager, useAddress } from '#web/admin/parts/list.tsx'
import { ListWaiting } from '#web/admin/parts/list-waiting.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { useRowFocus } from '#web/admin/parts/use-row-focus.ts'
import { useSelection } from '#web/admin/parts/use-selection.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

const columns: Column<OrderRow>[] = [
  {
    head: 'Order',
    cell: ({ number, createdAt }) => (
      <>
        <Link
          to="/admin/orders/$number"
          params={{ number }}
          className="inline-block min-h-11 content-center whitespace-nowrap font-semibold text-link tabular-nums underline underline-offset-4 hover:decoration-2 sm:min-h-0"
        >
          {number}
        </Link>
        <span className="block text-soft text-sm">
          <Moment at={createdAt} />
        </span>
      </>
    ),
  },
  {
    head: 'Items',
    cell: ({ items }) => (
      <ul>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order never change
          <li key={at}>{itemWords(item)}</li>
        ))}
      </ul>
    ),
  },
  { head: 'Status', cell: (order) => <OrderState {...order} /> },
  { head: 'Total', end: true, cell: (order) => <Amount {...order} /> },
]

function Amount({ total, currency }: Pick<OrderRow, 'total' | 'currency'>) {
  const { locale } = useWebsite()
  return <span className="whitespace-nowrap tabular-nums">{moneyWords(total, { locale, currency })}</span>
}

const customerColumn = (customers: Customers | undefined): Column<OrderRow> => ({
  head: 'Customer',
  cell: ({ id }) => {
    const found = customers?.get(id)
    if (!found) return <span className="text-soft">…</span>
    const isErased = found.error === ourDecryptionTexts.erased
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

export function OrdersScreen({ search }: { search: OrderSearch }) {
  const { api } = useRouter().options.context
  const { siteId } = useWebsite()
  const look = useAddress<OrderSearch>()
  const { page = 1, size = 10 } = search
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ordersQuery(api, { ...search, page, size }))
  const ids = data?.orders.map(({ id }) => id) ?? []
  const [isShown, setShown] = useState(false)
  const customers = useQuery({ ...customersQuery(api, siteId, ids), enabled: isShown && ids.length > 0 })
  const selection = useSelection(ids)
  const focus = useRowFocus(data?.orders, selection.count)
  const { page: _, size: __, ...filters } = search
  const isNarrowed = Object.values(filters).some(Boolean)
  const [order, ...others] = columns
  return (
    <Screen
      title={sidebarTexts.orders}
      intro="What was bought, the newest first. Who bought it is sealed until you ask."
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
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows only move the focus between what is inside */}
      <div className="grid gap-4" onKeyDown={rowKeys}>
        <OrdersTools search={search} look={look} />
        {isShown && customers.isError && (
          <StatusBanner status="error">
            {sentenceOf(customers.error, errorPanelTexts.unexpected)}{' '}
            <Button variant="quiet" onClick={() => customers.refetch()} loading={customers.isFetching}>
              Try again
            </Button>
          </StatusBanner>
        )}
        <ListWaiting {...{ data, error, isFetching, refetch }} />
        {data && data.total === 0 && !isNarrowed && (
          <EmptyState action={<ButtonLink href="/shop">See the shop</ButtonLink>}>No orders yet.</EmptyState>
        )}
        <div {...focus.list} className="grid gap-4 outline-none">
          {data && (data.total > 0 || isNarrowed) && (
            <div aria-busy={isFetching} className="dim-when-busy">
              <Table
                caption={sidebarTexts.orders}
                columns={isShown ? [order!, customerColumn(customers.data), ...others] : columns}
                rows={data.orders}
                keyOf={({ id }) => id}
                nameOf={({ number }) => number}
                selection={selection}
              />
            </div>
          )}
          {data && (
            <Pager
              {...{ page, size }}
              sizes={orderPageSizes}
              total={data.total}
              most={{ pages: lastOrderPage, words: 'Older ones are found by their days.' }}
              isOld={isPlaceholderData}
              isNarrowed={isNarrowed}
              onChange={(asked) => look(asked as Partial<OrderSearch>)}
            />
          )}
          <ChosenOrders selection={selection} orders={data?.orders.filter(({ id }) => selection.has(id)) ?? []} />
        </div>
      </div>
    </Screen>
  )
}
