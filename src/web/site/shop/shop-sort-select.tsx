import { useId } from 'react'
import type { ShopSearch } from '#domain/products/filter.ts'
import { useShopSearch } from '#web/site/shop/use-shop-search.ts'
import { SelectBox } from '#web/ui/forms/inputs.tsx'

const sortOptions = [
  ['name-up', 'Name, A to Z'],
  ['name-down', 'Name, Z to A'],
  ['newest-up', 'Newest'],
  ['newest-down', 'Oldest'],
  ['price-up', 'Price, low to high'],
  ['price-down', 'Price, high to low'],
  ['category-up', 'By category'],
  ['type-up', 'By kind'],
  ['stock-up', 'Most in stock'],
  ['stock-down', 'Fewest in stock'],
] as const

/** The sort order; without scripts products are sorted by name. */
export function ShopSortSelect() {
  const id = useId()
  const { search, setSearch } = useShopSearch()
  const order = search.sort ? `${search.sort}-${search.direction ?? 'up'}` : ''
  return (
    <div className="flex items-center gap-3 noscript:hidden print:hidden">
      <label htmlFor={id} className="text-soft max-sm:sr-only">
        Order
      </label>
      <SelectBox
        id={id}
        className="w-46"
        value={order}
        onChange={({ target }) => {
          const [sort, direction] = target.value.split('-') as [ShopSearch['sort'], ShopSearch['direction']]
          setSearch({ sort: sort || undefined, direction })
        }}
      >
        <option value="">{search.q ? 'Best match' : 'By name'}</option>
        {/* An address may hold a combination that is not listed. */}
        {order && !sortOptions.some(([value]) => value === order) && <option value={order}>Another order</option>}
        {sortOptions.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectBox>
    </div>
  )
}
