import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronDown, LayoutGrid, List, Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { ShopAnswer } from '#api/site/shop.ts'
import { type ShopSearch, shopSearch } from '#domain/products/filter.ts'
import { useTyped } from '#web/site/shop/use-typed.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { boxLook } from '#web/ui/field.tsx'
import { SelectBox } from '#web/ui/select-field.tsx'
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

type Look = (changes: Partial<ShopSearch>) => void

function useLook(): { search: ShopSearch; look: Look } {
  const navigate = useNavigate()
  return {
    // As the address says at once, also while what it asks for is still on its way.
    search: shopSearch(useLocation().search),
    look: (changes) =>
      void navigate({
        to: '/shop',
        search: changed(changes),
        replace: true,
        resetScroll: false,
        viewTransition: false,
      }),
  }
}

/** What is looked for is in the address. Without a script the form asks the server with a button. */
export function ShopFilters({ shop }: Props) {
  const { search, look } = useLook()
  const [q, setQ] = useTyped(search.q ?? '', (typed) => look({ q: typed || undefined }))
  const isNarrow = useRef(
    Boolean(search.in || search.categories || search.from !== undefined || search.to !== undefined),
  )
  return (
    <search>
      <form
        method="get"
        action="/shop"
        aria-label="Find products"
        className="grid gap-4 sm:gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          look({ q: q.trim() || undefined })
        }}
      >
        <Categories search={search} shop={shop} />
        <label className="relative grid max-w-xl">
          <span className="sr-only">Search the shop</span>
          <Search aria-hidden className="pointer-events-none absolute left-3 size-5 self-center text-soft" />
          <input
            type="search"
            name="q"
            maxLength={80}
            placeholder="Search the shop"
            value={q}
            onChange={({ target }) => setQ(target.value)}
            className={`${boxLook} pl-10`}
          />
        </label>
        <div className="relative">
          {/* It begins open when something in it is chosen, and is then left to whoever looks. */}
          <details className="group" open={isNarrow.current}>
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold marker:hidden">
              <SlidersHorizontal aria-hidden className="size-5" />
              <span>
                Price, stock<span className="max-sm:sr-only"> and categories</span>
              </span>
              <ChevronDown
                aria-hidden
                className="size-5 transition-transform group-open:rotate-180 motion-reduce:transition-none"
              />
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

/** The shop with something else chosen. What is chosen now is marked for the eye and for the ear. */
function Choice({ chosen, ...link }: { chosen: boolean } & ChoiceProps) {
  return (
    <Link
      to="/shop"
      resetScroll={false}
      // The router marks what leads to where one is already, and would take "everything" for a part of anything.
      activeOptions={{ exact: true }}
      aria-current={chosen || undefined}
      data-chosen={chosen || undefined}
      {...link}
    />
  )
}

type ChoiceProps = {
  search: ReturnType<typeof changed>
  replace?: boolean
  className: string
  children: ReactNode
}

/** One category is gone into by its name; several are ticked. */
function Categories({ search, shop: { categories, countOfAll } }: Props & { search: ShopSearch }) {
  if (categories.length < 2 && !search.category) return null
  const ticked = search.categories?.split(',') ?? []
  const choice = (slug: string | undefined, name: string, count: number, chosen: boolean) => (
    <Choice
      chosen={chosen}
      search={changed({ category: slug, categories: undefined })}
      className="group/tab inline-flex min-h-11 items-baseline gap-1.5 py-2 font-semibold"
    >
      <span className="decoration-2 underline-offset-8 group-hover/tab:underline group-data-chosen/tab:underline group-data-chosen/tab:decoration-4 group-data-chosen/tab:decoration-action">
        {name}
      </span>{' '}
      <Count of={count} />
    </Choice>
  )
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-x-6">
        <li>{choice(undefined, 'All', countOfAll, !search.category && !ticked.length)}</li>
        {categories.map(({ id, slug, name, count }) => (
          <li key={id}>{choice(slug, name, count, search.category === slug || ticked.includes(slug))}</li>
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

type PricesProps = { search: ShopSearch; prices: ShopAnswer['prices']; look: Look }

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
    <ul aria-label="How it is shown" className="absolute top-0 right-0 flex">
      {views.map(([view, words, Icon]) => (
        <li key={view}>
          <Choice
            chosen={(search.view ?? 'grid') === view}
            search={changed({ view: view === 'grid' ? undefined : view })}
            replace
            className="grid size-11 place-items-center border border-field -ml-px data-chosen:bg-ink data-chosen:text-ground"
          >
            <Icon aria-hidden className="size-5" />
            <span className="sr-only">{words}</span>
          </Choice>
        </li>
      ))}
    </ul>
  )
}

/** Which comes first. Without a script they come by their names. */
export function ShopOrder() {
  const id = useId()
  const { search, look } = useLook()
  const order = search.sort ? `${search.sort}-${search.direction ?? 'up'}` : ''
  return (
    <div className="flex items-center gap-3 noscript:hidden">
      <label htmlFor={id} className="text-soft max-sm:sr-only">
        Order
      </label>
      <SelectBox
        id={id}
        className="w-46"
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
      </SelectBox>
    </div>
  )
}
