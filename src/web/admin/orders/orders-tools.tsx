import { X } from 'lucide-react'
import { maxEmailLength } from '#domain/accounts/email.ts'
import { orderStatusLabels } from '#domain/orders/events.ts'
import type { OrderListSearch } from '#domain/orders/order-list.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import type { ProductType } from '#domain/products/product.ts'
import { useCustomerNameSearch } from '#web/admin/orders/use-name-search.ts'
import { DayField } from '#web/admin/ui/editor/day-field.tsx'
import { FilterSelect, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { useBuyerSearch } from '#web/admin/ui/lists/use-buyer-search.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const statuses = Object.entries(orderStatusLabels) as [OrderStatus, string][]
const kinds: [ProductType, string][] = [
  ['physical', 'Physical'],
  ['digital', 'Digital'],
  ['bundle', 'Bundle'],
]

type ToolsProps = { search: OrderListSearch; setSearch: (changes: Partial<OrderListSearch>) => void }

/** Which orders. A buyer is looked for by the whole address or by words of the name; only their hashes are sent. */
export function OrdersSearch({ search, setSearch }: ToolsProps) {
  const box = useBuyerSearch(search, setSearch)
  const nameBox = useCustomerNameSearch(search.name, setSearch)
  return (
    <>
      <SearchBox label="Number, product or email" maxLength={maxEmailLength} isWhole {...box} />
      <SearchBox label="Customer name" maxLength={120} isWhole {...nameBox} />
      {search.buyer && (
        <Button variant="quiet" onClick={() => setSearch({ buyer: undefined })}>
          Orders of one address <X aria-label="Show all again" className="size-5" />
        </Button>
      )}
      {search.name && (
        <Button variant="quiet" onClick={() => setSearch({ name: undefined })}>
          Orders under one name <X aria-label="Show all again" className="size-5" />
        </Button>
      )}
    </>
  )
}

export function OrdersFilters({ search, setSearch }: ToolsProps) {
  const { zone } = useWebsite()
  return (
    <>
      <FilterSelect
        label="Status"
        all="Any status"
        options={statuses}
        value={search.status}
        onChange={(status) => setSearch({ status })}
      />
      <FilterSelect
        label="Kind"
        all="Any kind"
        options={kinds}
        value={search.kind}
        onChange={(kind) => setSearch({ kind })}
      />
      <FilterSelect
        label="To do"
        all="All orders"
        options={[
          ['to-pack', 'To pack'],
          ['needed', 'Needs attention'],
        ]}
        value={search.attention}
        onChange={(attention) => setSearch({ attention })}
      />
      <div className="flex basis-full flex-wrap items-center gap-3">
        <DayField label="From" zone={zone} value={search.from} onChange={(from) => setSearch({ from })} />
        <DayField label="To" zone={zone} value={search.to} onChange={(to) => setSearch({ to })} />
      </div>
    </>
  )
}
