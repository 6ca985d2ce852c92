import { Link, useRouter } from '@tanstack/react-router'
import type { StockMovement } from '#api/admin/inventory.ts'
import { personName } from '#domain/activity/words.ts'
import { titleOf } from '#domain/checkout/checked.ts'
import { Pager, useAddress } from '#web/admin/parts/list.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { reasonWords } from '#web/admin/products/product-words.ts'
import { movementsQuery } from '#web/admin/products/products-query.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const columns: Column<StockMovement>[] = [
  { head: 'When', cell: ({ at }) => <Moment at={at} /> },
  { head: 'What', cell: ({ reason }) => reasonWords[reason] },
  {
    head: 'Change',
    end: true,
    cell: ({ change }) => (
      <span className="font-semibold tabular-nums">{change > 0 ? `+${change}` : `−${-change}`}</span>
    ),
  },
  { head: 'After', end: true, cell: ({ onHandAfter }) => <span className="tabular-nums">{onHandAfter}</span> },
  { head: 'Who', cell: ({ who }) => (who ? personName(who) : <span className="text-soft">The shop</span>) },
  {
    head: 'Why',
    cell: ({ note, order }) => (
      <>
        {note}
        {note && order && ': '}
        {order && (
          <Link
            to="/admin/orders/$number"
            params={{ number: order }}
            className="inline-block min-h-11 content-center text-link underline underline-offset-4 sm:min-h-0"
          >
            Order {order}
          </Link>
        )}
      </>
    ),
  },
]

const back = (
  <Link to="/admin/shop/inventory" className={buttonLook({ variant: 'quiet' })}>
    Back to the inventory
  </Link>
)

type Props = { id: string; search: { page?: number | undefined; size?: number | undefined } }

/** Everything that ever happened on one shelf. */
export function StockHistoryScreen({ id, search: { page = 1, size = 25 } }: Props) {
  const { api } = useRouter().options.context
  const look = useAddress<Props['search']>()
  return (
    <Loaded
      query={movementsQuery(api, id, { page, size })}
      failed="This shelf could not be loaded. It may be gone."
      list={back}
    >
      {({ item, movements, total }) => (
        <Screen
          title={titleOf(item)}
          intro={`${item.onHand} on the shelf, ${item.held} of them being paid for.`}
          action={back}
        >
          {total === 0 ? (
            <EmptyState action={null}>Nothing has happened here yet.</EmptyState>
          ) : (
            <div className="grid gap-4">
              <Table
                caption={`History of ${titleOf(item)}`}
                columns={columns}
                rows={movements}
                keyOf={(each) => each.id}
              />
              <Pager page={page} size={size} total={total} onChange={look} />
            </div>
          )}
        </Screen>
      )}
    </Loaded>
  )
}
