import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { AdminProduct } from '#api/admin/products.ts'
import { formatMoney } from '#domain/money.ts'
import { lowStockLimit } from '#domain/products/product.ts'
import { type ProductSearch, productList } from '#domain/products/product-lists.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { ProductBulkActions } from '#web/admin/products/product-bulk-actions.tsx'
import {
  productStatusLabels,
  productStatusTones,
  productTypeLabels,
  stockLeftText,
  stockStateLabels,
} from '#web/admin/products/product-words.ts'
import { categoriesQuery, productsQuery } from '#web/admin/products/products-query.ts'
import { ShopTabs } from '#web/admin/products/shop-tabs.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect, optionsFromLabels, SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { type Column, rowTitleClass } from '#web/admin/ui/lists/table.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const columns: Column<AdminProduct>[] = [
  {
    head: 'Product',
    sort: 'name',
    cell: ({ id, name, images, productType, variants }) => (
      <span className="flex items-center gap-3 sm:min-w-40">
        <span className="block w-11 shrink-0 bg-sunken">
          {images[0]?.picture && <Picture picture={{ ...images[0].picture, alt: '' }} sizes="2.75rem" />}
        </span>
        <span className="wrap-anywhere min-w-0">
          <Link to="/admin/shop/$id" params={{ id }} className={rowTitleClass}>
            {name}
          </Link>
          <span className="block text-soft text-sm max-sm:hidden">
            {productTypeLabels[productType]}
            {variants.length > 0 && `, ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'}`}
          </span>
        </span>
      </span>
    ),
  },
  {
    head: 'Category',
    sort: 'category',
    phone: 'hidden',
    cell: ({ category }) => category?.name ?? <span className="text-soft">None</span>,
  },
  { head: 'Price', sort: 'price', end: true, phone: 'line', cell: (product) => <Price product={product} /> },
  {
    head: 'Left',
    sort: 'stock',
    end: true,
    phone: 'labelled',
    cell: ({ left }) => (
      <span
        className={`tabular-nums ${left !== null && left <= lowStockLimit ? 'font-semibold text-highlight-ink' : ''}`}
      >
        {stockLeftText(left)}
      </span>
    ),
  },
  {
    head: 'Status',
    sort: 'status',
    phone: 'end',
    cell: ({ status }) => <Badge tone={productStatusTones[status]}>{productStatusLabels[status]}</Badge>,
  },
  { head: 'Changed', sort: 'changed', phone: 'hidden', cell: ({ updatedAt }) => <LocalTimestamp at={updatedAt} /> },
]

function Price({ product: { price, variants } }: { product: AdminProduct }) {
  const site = useWebsite()
  const differences = variants.map(({ priceDifference }) => priceDifference)
  const [low, high] = differences.length ? [Math.min(...differences), Math.max(...differences)] : [0, 0]
  const words = [...new Set([price + low, price + high])].map((amount) => formatMoney(amount, site))
  return <span className="whitespace-nowrap tabular-nums">{words.join(' – ')}</span>
}

export function ProductsScreen({ search }: { search: ProductSearch }) {
  const { api } = useRouter().options.context
  const list = useListScreen({
    list: productList,
    search,
    query: productsQuery(api, search),
    rowsOf: ({ products }) => products,
  })
  const { data: categories = [] } = useQuery(categoriesQuery(api))
  return (
    <ListScreen
      title={sidebarTexts.products}
      intro="Everything you sell. Visitors see published products, even if they are sold out."
      action={
        <Link to="/admin/shop/new" className={buttonClass()}>
          <Plus aria-hidden className="size-5" /> New product
        </Link>
      }
      above={<ShopTabs />}
      list={list}
      tools={<SearchBox label="Name, category or description" {...list.field('q')} />}
      filters={
        <>
          <FilterSelect
            label="Status"
            all="Any status"
            options={optionsFromLabels(productStatusLabels)}
            {...list.field('status')}
          />
          <FilterSelect
            label="Type"
            all="Any type"
            options={optionsFromLabels(productTypeLabels)}
            {...list.field('type')}
          />
          <FilterSelect
            label="Category"
            all="Any category"
            options={categories.map(({ id, name }) => [id, name] as const)}
            {...list.field('category')}
          />
          <FilterSelect
            label="Stock"
            all="Any stock"
            options={optionsFromLabels(stockStateLabels)}
            {...list.field('stock')}
          />
        </>
      }
      table={{ caption: sidebarTexts.products, columns, nameOf: ({ name }) => name }}
      empty={
        <EmptyState
          action={
            <Link to="/admin/shop/new" className={buttonClass()}>
              Add the first one
            </Link>
          }
        >
          No products yet.
        </EmptyState>
      }
      bulk={<ProductBulkActions selection={list.selection} />}
    />
  )
}
