import { Link, useRouter } from '@tanstack/react-router'
import type { StockMovement } from '#api/admin/inventory.ts'
import { activityUserLabel } from '#domain/activity/words.ts'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import { type StockMovementSearch, stockMovementList } from '#domain/products/product-lists.ts'
import { stockReasonLabels } from '#web/admin/products/product-words.ts'
import { stockMovementsQuery } from '#web/admin/products/products-query.ts'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import type { Column } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

const columns: Column<StockMovement>[] = [
  { head: 'When', phone: 'line', cell: ({ at }) => <LocalTimestamp at={at} /> },
  { head: 'What', phone: 'title', cell: ({ reason }) => stockReasonLabels[reason] },
  {
    head: 'Change',
    end: true,
    phone: 'end',
    cell: ({ change }) => (
      <span className="font-semibold tabular-nums">{change > 0 ? `+${change}` : `−${-change}`}</span>
    ),
  },
  {
    head: 'After',
    end: true,
    phone: 'labelled',
    cell: ({ onHandAfter }) => <span className="tabular-nums">{onHandAfter}</span>,
  },
  { head: 'Who', cell: ({ who }) => (who ? activityUserLabel(who) : <span className="text-soft">The shop</span>) },
  {
    head: 'Reason',
    cell: ({ note, order }) => (
      <>
        {note}
        {note && order && ': '}
        {order && (
          <Link
            to="/admin/orders/$number"
            params={{ number: order }}
            className="inline-block min-h-11 content-center underline underline-offset-4 sm:min-h-0"
          >
            Order {order}
          </Link>
        )}
      </>
    ),
  },
]

const BackToInventory = () => <BackToListLink to="/admin/shop/inventory">Back to inventory</BackToListLink>

type StockHistoryProps = { id: string; search: StockMovementSearch }

/** All movements of one stock item. */
export function StockHistoryScreen({ id, search }: StockHistoryProps) {
  const { api } = useRouter().options.context
  const query = stockMovementsQuery(api, id, search)
  const list = useListScreen({ list: stockMovementList, search, query, rowsOf: ({ movements }) => movements })
  return (
    <QueryBoundary
      query={query}
      failed="This stock could not be loaded. It may have been deleted."
      list={<BackToInventory />}
    >
      {({ item }) => (
        <ListScreen
          title={lineNameWithVariant(item)}
          intro={`${item.onHand} in stock, ${item.held} of them held for payments.`}
          action={<BackToInventory />}
          list={list}
          table={{ caption: `History of ${lineNameWithVariant(item)}`, columns }}
          empty={<EmptyState action={null}>No changes yet.</EmptyState>}
        />
      )}
    </QueryBoundary>
  )
}
