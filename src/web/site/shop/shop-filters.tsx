import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import type { ShopAnswer } from '#api/shop.ts'
import { type ShopSearch, shopSearch } from '#domain/products/filter.ts'
import { useTyped } from '#web/site/shop/use-typed.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Props = { shop: Pick<ShopAnswer, 'categories' | 'countOfAll' | 'prices'> }

const orders = [
  ['name-up', 'Name, A to Z'],
  ['name-down', 'Name, Z to A'],
  ['newest-up', 'Newest first'],
  ['newest-down', 'Oldest first'],
  ['price-up', 'Cheapest first'],
  ['price-down', 'Dearest first'],
  ['category-up', 'By category'],
  ['type-up', 'By kind'],
  ['stock-up', 'Most in stock'],
  ['stock-down', 'Fewest in stock'],
] as const

/** Whatever else is on its way to being asked for stays; the first page is shown again. */
const changed = (changes: Partial<ShopSearch>) => (before: Record<string, unknown>) => ({
  ...shopSearch(before),
  ...{ page: undefined, ...changes },
})

/** What is looked for is in the address. Without a script the form asks the server with a button. */
export function ShopFilters({ shop }: Props) {
  const navigate = useNavigate()
  // As the address says at once, also while what it asks for is still on its way.
  const search = shopSearch(useLocation().search)
  const look = (changes: Partial<ShopSearch>) =>
    void navigate({
      to: '/shop',
      search: changed(changes),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  const [q, setQ] = useTyped(search.q ?? '', (typed) => look({ q: typed || undefined }))
  const isNarrow = useRef(
    Boolean(search.in || search.categories || search.from !== undefined || search.to !== undefined),
  )
  const order = search.sort ? `${search.sort}-${search.direction ?? 'up'}` : ''
  return (
    <search>
      <form
        method="get"
        action="/shop"
        aria-label="Find products"
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          look({ q: q.trim() || undefined })
        }}
      >
        <Categories search={search} shop={shop} />
        <div className="grid max-w-4xl items-end gap-4 sm:grid-cols-[1.6fr_1fr]">
          <TextField
            label="Search the shop"
            name="q"
            type="search"
            maxLength={80}
            value={q}
            onChange={({ target }) => setQ(target.value)}
          />
          <SelectField
            label="Order"
            className="noscript:hidden"
            value={order}
            onChange={({ target }) => {
              const [sort, direction] = target.value.split('-') as [ShopSearch['sort'], ShopSearch['direction']]
              look({ sort: sort || undefined, direction })
            }}
          >
            <option value="">{search.q ? 'Best match' : 'By name'}</option>
            {/* An address may ask for any field either way. */}
            {order && !orders.some(([value]) => value === order) && <option value={order}>Another order</option>}
            {orders.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          {/* It begins open when something in it is chosen, and is then left to whoever looks. */}
          <details className="group grow" open={isNarrow.current}>
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold marker:hidden">
              <SlidersHorizontal aria-hidden className="size-5" />
              Price, stock and categories
            </summary>
            <div className="grid gap-y-3 pt-3 pb-1">
              <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
                <Prices search={search} prices={shop.prices} look={look} />
                <Checkbox
                  label="In stock only"
                  name="in"
                  value="stock"
                  checked={search.in === 'stock'}
                  onChange={({ target }) => look({ in: target.checked ? 'stock' : undefined })}
                />
              </div>
              <SeveralCategories search={search} shop={shop} look={look} />
            </div>
          </details>
          <Views search={search} />
        </div>
        {search.category && <input type="hidden" name="category" value={search.category} />}
        {search.view && <input type="hidden" name="view" value={search.view} />}
        <noscript>
          <button type="submit" className={buttonLook()}>
            Find
          </button>
        </noscript>
      </form>
    </search>
  )
}

const tab =
  'inline-flex min-h-11 items-baseline gap-1.5 py-2 font-semibold decoration-2 underline-offset-8 hover:underline aria-[current=true]:underline aria-[current=true]:decoration-4 aria-[current=true]:decoration-action'

/** One category is gone into by its name; several are ticked. */
function Categories({ search, shop: { categories, countOfAll } }: Props & { search: ShopSearch }) {
  if (categories.length < 2 && !search.category) return null
  const chosen = search.categories?.split(',') ?? []
  const to = (category: string | undefined) => changed({ category, categories: undefined })
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-x-6">
        <li>
          <Link
            to="/shop"
            search={to(undefined)}
            resetScroll={false}
            aria-current={!search.category && !chosen.length}
            className={tab}
          >
            All <Count of={countOfAll} />
          </Link>
        </li>
        {categories.map(({ id, slug, name, count }) => (
          <li key={id}>
            <Link
              to="/shop"
              search={to(slug)}
              resetScroll={false}
              aria-current={search.category === slug || chosen.includes(slug)}
              className={tab}
            >
              {name} <Count of={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Count = ({ of }: { of: number }) => (
  <span className="font-normal text-soft text-sm tabular-nums">
    {of}
    <span className="sr-only"> {of === 1 ? 'product' : 'products'}</span>
  </span>
)

type PricesProps = {
  search: ShopSearch
  prices: ShopAnswer['prices']
  look: (changes: Partial<ShopSearch>) => void
}

function Prices({ search, prices, look }: PricesProps) {
  const asked = (typed: string) => (/^\d{1,7}$/.test(typed) ? Number(typed) : undefined)
  const [from, setFrom] = useTyped(search.from?.toString() ?? '', (typed) => look({ from: asked(typed) }))
  const [to, setTo] = useTyped(search.to?.toString() ?? '', (typed) => look({ to: asked(typed) }))
  const box = { type: 'number', inputMode: 'numeric', min: prices.from, max: prices.to, step: 1 } as const
  return (
    <fieldset className="flex gap-3">
      <legend className="sr-only">Price</legend>
      <div className="w-28">
        <TextField
          {...box}
          label="Price from"
          name="from"
          placeholder={String(prices.from)}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
      </div>
      <div className="w-28">
        <TextField
          {...box}
          label="to"
          name="to"
          placeholder={String(prices.to)}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
    </fieldset>
  )
}

type Look = (changes: Partial<ShopSearch>) => void

/** Any of those that are ticked. Without a script one at a time can be had from the links above. */
function SeveralCategories({ search, shop: { categories }, look }: Props & { search: ShopSearch; look: Look }) {
  if (categories.length < 2) return null
  const chosen = search.categories?.split(',') ?? (search.category ? [search.category] : [])
  const tick = (slug: string, isOn: boolean) => {
    const next = isOn ? [...chosen, slug] : chosen.filter((each) => each !== slug)
    look({ category: undefined, categories: next.join(',') || undefined })
  }
  return (
    <fieldset className="noscript:hidden">
      <legend className="font-semibold">Several categories</legend>
      <div className="flex flex-wrap gap-x-6">
        {categories.map(({ id, slug, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(slug)}
            onChange={({ target }) => tick(slug, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Links, so that either view can be chosen without a script and sent to a friend. */
function Views({ search }: { search: ShopSearch }) {
  const views = [
    ['grid', 'Grid', LayoutGrid],
    ['list', 'List', List],
  ] as const
  return (
    <ul aria-label="How it is shown" className="ml-auto flex">
      {views.map(([view, words, Icon]) => (
        <li key={view}>
          <Link
            to="/shop"
            search={changed({ view: view === 'grid' ? undefined : view })}
            replace
            resetScroll={false}
            aria-current={(search.view ?? 'grid') === view}
            className="grid size-11 place-items-center border border-field -ml-px aria-[current=true]:bg-ink aria-[current=true]:text-ground"
          >
            <Icon aria-hidden className="size-5" />
            <span className="sr-only">{words}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
