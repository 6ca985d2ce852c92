import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { EditedProduct } from '#api/admin/products.ts'
import { moneyWords } from '#domain/money.ts'
import { few } from '#domain/products/product.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { Badge } from '#web/admin/parts/badge.tsx'
import { Filter, ListTools, Pager, SearchBox, useAddress } from '#web/admin/parts/list.tsx'
import { ListWaiting } from '#web/admin/parts/list-waiting.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Screen } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { useSelection } from '#web/admin/parts/use-selection.ts'
import { ChosenProducts } from '#web/admin/products/chosen-products.tsx'
import {
  choicesOf,
  leftWords,
  statusTones,
  statusWords,
  stockStateWords,
  typeWords,
} from '#web/admin/products/product-words.ts'
import { categoriesQuery, type ProductSearch, productsQuery } from '#web/admin/products/products-query.ts'
import { ShopTabs } from '#web/admin/products/shop-tabs.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const columns: Column<EditedProduct>[] = [
  {
    head: 'Product',
    sort: 'name',
    cell: ({ id, name, images, productType, variants }) => (
      <span className="flex items-center gap-3 sm:min-w-40">
        <span aria-hidden className="block w-9 shrink-0 bg-sunken">
          {images[0]?.picture && <Picture picture={{ ...images[0].picture, alt: '' }} sizes="2.25rem" />}
        </span>
        {/* On a phone the heading stands level with the name, not with the picture. */}
        <span className="wrap-anywhere min-w-0 max-sm:self-baseline">
          <Link
            to="/admin/shop/$id"
            params={{ id }}
            className="block min-h-11 w-fit content-center font-semibold text-link underline underline-offset-4 hover:decoration-2 sm:min-h-0"
          >
            {name}
          </Link>
          <span className="block text-soft text-sm">
            {typeWords[productType]}
            {variants.length > 0 && `, ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'}`}
          </span>
        </span>
      </span>
    ),
  },
  {
    head: 'Category',
    sort: 'category',
    cell: ({ category }) => category?.name ?? <span className="text-soft">None</span>,
  },
  { head: 'Price', sort: 'price', end: true, cell: (product) => <Price product={product} /> },
  {
    head: 'Left',
    sort: 'stock',
    end: true,
    cell: ({ left }) => (
      <span className={`tabular-nums ${left !== null && left <= few ? 'font-semibold text-error-ink' : ''}`}>
        {leftWords(left)}
      </span>
    ),
  },
  {
    head: 'Status',
    sort: 'status',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>,
  },
  { head: 'Changed', sort: 'changed', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
]

function Price({ product: { price, variants } }: { product: EditedProduct }) {
  const site = useWebsite()
  const differences = variants.map(({ priceDifference }) => priceDifference)
  const [low, high] = differences.length ? [Math.min(...differences), Math.max(...differences)] : [0, 0]
  const words = [...new Set([price + low, price + high])].map((amount) => moneyWords(amount, site))
  return <span className="whitespace-nowrap tabular-nums">{words.join(' – ')}</span>
}

export function ProductsScreen({ search }: { search: ProductSearch }) {
  return (
    <Screen
      title={sidebarTexts.products}
      intro="All that you sell. Visitors see what is published, sold out or not."
      action={
        <Link to="/admin/shop/new" className={buttonLook()}>
          <Plus aria-hidden className="size-5" /> New product
        </Link>
      }
    >
      <ShopTabs />
      <ProductList search={search} />
    </Screen>
  )
}

function ProductList({ search }: { search: ProductSearch }) {
  const { api } = useRouter().options.context
  const look = useAddress<ProductSearch>()
  const { sort = 'name', direction = 'up', page = 1, size = 25 } = search
  const asked = productsQuery(api, { ...search, sort, direction, page, size })
  const { data, error, isFetching, refetch } = useQuery(asked)
  const { data: categories = [] } = useQuery(categoriesQuery(api))
  const selection = useSelection(data?.products.map(({ id }) => id) ?? [])
  const isNarrowed = Boolean(search.q || search.status || search.type || search.category || search.stock)
  return (
    <div className="grid gap-4">
      <ListTools>
        <SearchBox label="Name, category or description" value={search.q} onChange={(q) => look({ q })} />
        <Filter
          label="Status"
          all="Any status"
          options={choicesOf(statusWords)}
          value={search.status}
          onChange={(status) => look({ status })}
        />
        <Filter
          label="Kind"
          all="Any kind"
          options={choicesOf(typeWords)}
          value={search.type}
          onChange={(type) => look({ type })}
        />
        <Filter
          label="Category"
          all="Any category"
          options={categories.map(({ id, name }) => [id, name] as const)}
          value={search.category}
          onChange={(category) => look({ category })}
        />
        <Filter
          label="Stock"
          all="Any stock"
          options={choicesOf(stockStateWords)}
          value={search.stock}
          onChange={(stock) => look({ stock })}
        />
      </ListTools>
      <ListWaiting {...{ data, error, isFetching, refetch }} />
      {data && data.total === 0 && !isNarrowed && (
        <EmptyState
          action={
            <Link to="/admin/shop/new" className={buttonLook()}>
              Add the first one
            </Link>
          }
        >
          No products yet.
        </EmptyState>
      )}
      {data && (data.total > 0 || isNarrowed) && (
        <div className={isFetching ? 'opacity-60 transition-opacity delay-150' : ''}>
          <Table
            caption={sidebarTexts.products}
            columns={columns}
            rows={data.products}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            order={{ by: sort, direction }}
            onOrder={({ by, direction: turned }) => look({ sort: by as ProductSearch['sort'], direction: turned })}
            selection={selection}
          />
        </div>
      )}
      {data && <Pager page={page} size={size} total={data.total} isNarrowed={isNarrowed} onChange={look} />}
      <ChosenProducts selection={selection} />
    </div>
  )
}
