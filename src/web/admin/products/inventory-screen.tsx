import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { InventoryItem } from '#api/admin/inventory.ts'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import { lowStockLimit } from '#domain/products/product.ts'
import { type InventorySearch, inventoryList } from '#domain/products/product-lists.ts'
import { stockStateLabels } from '#web/admin/products/product-words.ts'
import { inventoryQuery, productsKey } from '#web/admin/products/products-query.ts'
import { ShopTabs } from '#web/admin/products/shop-tabs.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, optionsFromLabels, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { type Column, rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { inputClass } from '#web/ui/forms/field.tsx'

const columns: Column<InventoryItem>[] = [
  {
    head: 'Product',
    sort: 'name',
    cell: ({ productId, name, variant }) => (
      <>
        <Link to="/admin/shop/$id" params={{ id: productId }} className={`${rowTitleClass} wrap-anywhere`}>
          {name}
          {variant && <span className="font-normal text-soft sm:hidden"> {variant}</span>}
        </Link>
        {variant && <span className="block text-soft max-sm:hidden">{variant}</span>}
      </>
    ),
  },
  {
    head: 'Available',
    sort: 'left',
    end: true,
    phone: 'labelled',
    cell: ({ onHand, held }) => {
      const left = Math.max(0, onHand - held)
      return (
        <>
          <span className={`tabular-nums ${left <= lowStockLimit ? 'font-semibold text-highlight-ink' : ''}`}>
            {left}
          </span>
          {held > 0 && <span className="text-soft tabular-nums sm:hidden">, {held} held</span>}
        </>
      )
    },
  },
  {
    head: 'Held for payment',
    end: true,
    phone: 'hidden',
    cell: ({ held }) => <span className="tabular-nums">{held}</span>,
  },
  { head: 'In stock', phone: 'end', cell: (item) => <StockCountField key={`${item.id} ${item.onHand}`} item={item} /> },
  {
    head: 'History',
    cell: (item) => (
      <Link
        to="/admin/shop/inventory/$id"
        params={{ id: item.id }}
        className="inline-block min-h-11 content-center underline underline-offset-4 sm:min-h-0"
      >
        History<span className="sr-only"> of {lineNameWithVariant(item)}</span>
      </Link>
    ),
  },
]

/** Corrects the stock in the list. The field for the reason appears after a change. */
function StockCountField({ item }: { item: InventoryItem }) {
  const { api } = useRouter().options.context
  const [typed, setTyped] = useState(String(item.onHand))
  const [note, setNote] = useState('')
  const isChanged = typed.trim() !== String(item.onHand)
  const isCount = /^\d{1,7}$/.test(typed.trim())
  const save = useAction({
    run: () =>
      unwrapResponse(
        api.api.admin.inventory[':id'].$put({
          param: { id: item.id },
          json: { quantity: Number(typed), seen: item.onHand, note },
        }),
      ),
    successMessage: ({ onHand }) => `${lineNameWithVariant(item)}: ${onHand} in stock.`,
    invalidates: [productsKey],
  })
  return (
    <form
      method="post"
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && isCount && !save.isPending) save.mutate()
      }}
    >
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`How many of ${lineNameWithVariant(item)}`}
        aria-invalid={!isCount || undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={`${inputClass} w-24! text-right max-sm:w-18! tabular-nums`}
      />
      {isChanged && (
        <>
          <input
            type="text"
            maxLength={200}
            placeholder="Reason (optional)"
            aria-label={`Reason for the change of ${lineNameWithVariant(item)}`}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className={`${inputClass} w-44!`}
          />
          <Button type="submit" variant="quiet" disabled={!isCount} loading={save.isPending}>
            Save
          </Button>
        </>
      )}
    </form>
  )
}

export function InventoryScreen({ search }: { search: InventorySearch }) {
  const { api } = useRouter().options.context
  const list = useListScreen({
    list: inventoryList,
    search,
    query: inventoryQuery(api, search),
    rowsOf: ({ items }) => items,
  })
  return (
    <ListScreen
      title="Inventory"
      intro="How many are in stock of every product that is not archived."
      above={<ShopTabs />}
      list={list}
      tools={
        <>
          <SearchBox label="Product or variant" {...list.field('q')} />
          <FilterSelect
            label="Stock"
            all="Any stock"
            options={optionsFromLabels(stockStateLabels)}
            {...list.field('stock')}
          />
        </>
      }
      table={{ caption: 'Inventory', columns, recordOf: ({ productId }) => productId }}
      empty={
        <EmptyState
          action={
            <Link to="/admin/shop/new" className={buttonClass()}>
              Add a product
            </Link>
          }
        >
          Nothing in stock yet. Physical products that you add appear here.
        </EmptyState>
      }
    />
  )
}
