import { X } from 'lucide-react'
import { longestEmail } from '#domain/accounts/email.ts'
import { statusWords } from '#domain/orders/events.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { ProductType } from '#domain/products/product.ts'
import type { OrderSearch } from '#web/admin/orders/orders-query.ts'
import { Day } from '#web/admin/parts/day.tsx'
import { Filter, ListTools, SearchBox } from '#web/admin/parts/list.tsx'
import { useBuyerSearch } from '#web/admin/parts/use-buyer-search.ts'
import { Button } from '#web/ui/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const statuses = Object.entries(statusWords) as [OrderStatus, string][]
const kinds: [ProductType, string][] = [
  ['physical', 'Physical'],
  ['digital', 'Digital'],
  ['bundle', 'Bundle'],
]

type ToolsProps = { search: OrderSearch; look: (changes: Partial<OrderSearch>) => void }

/** Which orders. A buyer is looked for by the whole address, and only its hash is sent and kept in the address bar. */
export function OrdersTools({ search, look }: ToolsProps) {
  const { zone } = useWebsite()
  const box = useBuyerSearch(search, look)
  return (
    <ListTools>
      <SearchBox label="Number, product or e-mail" maxLength={longestEmail} isWhole {...box} />
      <Filter
        label="Status"
        all="Any status"
        options={statuses}
        value={search.status}
        onChange={(status) => look({ status })}
      />
      <Filter label="Kind" all="Any kind" options={kinds} value={search.kind} onChange={(kind) => look({ kind })} />
      <Filter
        label="Attention"
        all="All orders"
        options={[['needed', 'To be looked at']]}
        value={search.attention}
        onChange={(attention) => look({ attention })}
      />
      <div className="flex basis-full flex-wrap items-center gap-3">
        <Day label="From" zone={zone} value={search.from} onChange={(from) => look({ from })} />
        <Day label="To" zone={zone} value={search.to} onChange={(to) => look({ to })} />
        {search.buyer && (
          <Button variant="quiet" onClick={() => look({ buyer: undefined })}>
            Orders of one address <X aria-label="Show all again" className="size-5" />
          </Button>
        )}
      </div>
    </ListTools>
  )
}
