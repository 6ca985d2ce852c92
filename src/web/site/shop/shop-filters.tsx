import { Link } from '@tanstack/react-router'
import { ChevronDown, LayoutGrid, List, Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { ShopAnswer } from '#api/site/shop.ts'
import { hasActiveShopFilter, type ShopSearch, shopFilterFromSearch } from '#domain/products/filter.ts'
import { FilterSheetButton, FilterSheetFooter } from '#web/site/shop/filter-sheet.tsx'
import { useDebouncedInput } from '#web/site/shop/use-debounced-input.ts'
import { changedShopSearch, type SetShopSearch, useShopSearch } from '#web/site/shop/use-shop-search.ts'
import { inputClass } from '#web/ui/forms/field.tsx'
import { Checkbox, TextField } from '#web/ui/forms/inputs.tsx'

type Props = { shop: Pick<ShopAnswer, 'categories' | 'countOfAll' | 'prices'> }

/**
 * Filters are search parameters. Without scripts the form submits them with a button. On a phone they are in a popover,
 * which also works without scripts.
 */
export function ShopFilters({ shop }: Props) {
  const { search, setSearch } = useShopSearch()
  const [q, setQ] = useDebouncedInput(search.q ?? '', (typed) => setSearch({ q: typed || undefined }))
  const sheet = useId()
  return (
    <search className="relative block">
      <FilterSheetButton sheet={sheet} isInUse={hasActiveShopFilter(shopFilterFromSearch(search))} />
      <form
        id={sheet}
        popover="auto"
        method="get"
        action="/shop"
        aria-label="Find products"
        className="filter-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          setSearch({ q: q.trim() || undefined })
        }}
      >
        <div className="grid gap-4 sm:gap-6">
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
              className={`${inputClass} pl-10`}
            />
          </label>
          <MoreFilters search={search} shop={shop} setSearch={setSearch} />
          {search.category && <input type="hidden" name="category" value={search.category} />}
          {search.view && <input type="hidden" name="view" value={search.view} />}
          <FilterSheetFooter sheet={sheet} close="Show the products" />
        </div>
      </form>
      <ViewLinks search={search} />
    </search>
  )
}

/** Price, stock and several categories. */
function MoreFilters({ search, shop, setSearch }: Props & { search: ShopSearch; setSearch: SetShopSearch }) {
  const isNarrow = useRef(
    Boolean(search.in || search.categories || search.from !== undefined || search.to !== undefined),
  )
  return (
    <div>
      {/* Open at first when a filter inside is set; after that the visitor decides. */}
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
            <PriceFilter search={search} prices={shop.prices} setSearch={setSearch} />
            <Checkbox
              label="In stock only"
              name="in"
              value="stock"
              checked={search.in === 'stock'}
              onChange={({ target }) => setSearch({ in: target.checked ? 'stock' : undefined })}
            />
          </div>
          <SeveralCategories search={search} shop={shop} setSearch={setSearch} />
        </div>
      </details>
    </div>
  )
}

/** A link that changes one filter. The current choice is marked visually and for screen readers. */
function Choice({ chosen, ...link }: { chosen: boolean } & ChoiceProps) {
  return (
    <Link
      to="/shop"
      resetScroll={false}
      // Without `exact` the router would mark the link to all products as active in every category.
      activeOptions={{ exact: true }}
      aria-current={chosen || undefined}
      data-chosen={chosen || undefined}
      {...link}
    />
  )
}

type ChoiceProps = {
  search: ReturnType<typeof changedShopSearch>
  replace?: boolean
  className: string
  children: ReactNode
}

/** Links to single categories. */
function Categories({ search, shop: { categories, countOfAll } }: Props & { search: ShopSearch }) {
  if (categories.length < 2 && !search.category) return null
  const ticked = search.categories?.split(',') ?? []
  const choice = (slug: string | undefined, name: string, count: number, chosen: boolean) => (
    <Choice
      chosen={chosen}
      search={changedShopSearch({ category: slug, categories: undefined })}
      className="group/tab inline-flex min-h-11 items-baseline gap-1.5 py-2 font-semibold"
    >
      <span className="decoration-2 underline-offset-8 group-hover/tab:underline group-data-chosen/tab:underline group-data-chosen/tab:decoration-4 group-data-chosen/tab:decoration-action">
        {name}
      </span>{' '}
      <CountLabel of={count} />
    </Choice>
  )
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-x-6 sm:pr-28">
        <li>{choice(undefined, 'All', countOfAll, !search.category && !ticked.length)}</li>
        {categories.map(({ id, slug, name, count }) => (
          <li key={id}>{choice(slug, name, count, search.category === slug || ticked.includes(slug))}</li>
        ))}
      </ul>
    </nav>
  )
}

const CountLabel = ({ of }: { of: number }) => (
  <span className="font-normal text-soft text-sm tabular-nums">
    {of}
    <span className="sr-only"> {of === 1 ? 'product' : 'products'}</span>
  </span>
)

type PricesProps = { search: ShopSearch; prices: ShopAnswer['prices']; setSearch: SetShopSearch }

function PriceFilter({ search, prices, setSearch }: PricesProps) {
  const priceOf = (typed: string) => (/^\d{1,7}$/.test(typed) ? Number(typed) : undefined)
  const [from, setFrom] = useDebouncedInput(search.from?.toString() ?? '', (typed) =>
    setSearch({ from: priceOf(typed) }),
  )
  const [to, setTo] = useDebouncedInput(search.to?.toString() ?? '', (typed) => setSearch({ to: priceOf(typed) }))
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

/** Checkboxes for several categories; without scripts visitors use the links above. */
function SeveralCategories({
  search,
  shop: { categories },
  setSearch,
}: Props & { search: ShopSearch; setSearch: SetShopSearch }) {
  if (categories.length < 2) return null
  const chosen = search.categories?.split(',') ?? (search.category ? [search.category] : [])
  const toggleCategory = (slug: string, isOn: boolean) => {
    const next = isOn ? [...chosen, slug] : chosen.filter((each) => each !== slug)
    setSearch({ category: undefined, categories: next.join(',') || undefined })
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
            onChange={({ target }) => toggleCategory(slug, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Links, so that the view works without scripts and in shared addresses. */
function ViewLinks({ search }: { search: ShopSearch }) {
  const views = [
    ['grid', 'Grid', LayoutGrid],
    ['list', 'List', List],
  ] as const
  return (
    <ul aria-label="How it is shown" className="absolute top-0 right-0 flex print:hidden">
      {views.map(([view, words, Icon]) => (
        <li key={view}>
          <Choice
            chosen={(search.view ?? 'grid') === view}
            search={changedShopSearch({ view: view === 'grid' ? undefined : view })}
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
