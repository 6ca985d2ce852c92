import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Column, Order } from '#web/admin/ui/table.tsx'
import type { Selection } from '#web/admin/ui/use-list.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectBox } from '#web/ui/inputs.tsx'

type HeadProps<Row> = {
  columns: readonly Column<Row>[]
  order?: Order | undefined
  onOrder?: ((order: Order) => void) | undefined
  selection?: Selection | undefined
}

/** For rows that are sheets and have no head: choosing all of them, and their order. */
export function PhoneTableHead<Row>({ columns, order, onOrder, selection }: HeadProps<Row>) {
  const sorts = columns.filter(({ sort }) => sort)
  if (!selection && !(order && onOrder)) return null
  return (
    <div className="flex flex-wrap items-center gap-3 pb-3 sm:hidden">
      {order && onOrder && (
        <div className="flex grow basis-48 gap-2">
          <SelectBox
            aria-label="Sort by"
            className="grow"
            value={order.by}
            onChange={({ target }) => onOrder({ by: target.value, direction: 'up' })}
          >
            {sorts.some(({ sort }) => sort === order.by) || <option value={order.by}>Sort by…</option>}
            {sorts.map(({ head, sort }) => (
              <option key={sort} value={sort}>
                Sort by: {head}
              </option>
            ))}
          </SelectBox>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Reverse the order"
            aria-pressed={order.direction === 'down'}
            onClick={() => onOrder({ ...order, direction: order.direction === 'up' ? 'down' : 'up' })}
          >
            {order.direction === 'up' ? (
              <ArrowUp aria-hidden className="size-5" />
            ) : (
              <ArrowDown aria-hidden className="size-5" />
            )}
          </Button>
        </div>
      )}
      {selection && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={selection.isAll}
            ref={(box) => {
              if (box) box.indeterminate = selection.count > 0 && !selection.isAll
            }}
            onChange={selection.toggleAll}
            className="size-5 accent-action"
          />
          Choose all on this page
        </label>
      )}
    </div>
  )
}
