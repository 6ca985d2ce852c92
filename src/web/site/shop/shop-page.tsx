import { Link } from '@tanstack/react-router'
import type { ShopAnswer } from '#api/site/shop.ts'
import {
  clampPage,
  hasActiveShopFilter,
  type ShopSearch,
  shopFilterFromSearch,
  shopPageSize,
  shopSearch,
} from '#domain/products/filter.ts'
import { AddToCart } from '#web/site/cart/add-to-cart.tsx'
import { ShopClosedNotice } from '#web/site/cart/shop-notices.tsx'
import { ProductCard, ProductListItem } from '#web/site/shop/product-card.tsx'
import { ShopFilters } from '#web/site/shop/shop-filters.tsx'
import { ShopSortSelect } from '#web/site/shop/shop-sort-select.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

type Props = { shop: ShopAnswer; search: ShopSearch }

const quietStyle = { variant: 'quiet' } as const
/** Products above the fold. */
const priorityCount = 3

/** Complete in the server HTML; every filter is a link or a plain form. */
export function ShopPage({ shop, search }: Props) {
  const { products, total, highlights } = shop
  const hasHighlights = highlights.products.length > 0
  return (
    <div className="page-edge pb-section max-sm:-mt-3">
      <ShopClosedNotice className="mb-6" />
      <ShopFilters shop={shop} />
      {hasHighlights && <HighlightRow {...highlights} />}
      <div className="mt-2 mb-4 flex flex-wrap items-center justify-between gap-4 sm:mt-4 sm:mb-6">
        <div role="status">
          <h2 className={total === 0 ? 'my-6 text-2xl/snug' : 'text-soft'}>
            {total === 0 ? 'Nothing in the shop matches.' : `${total} ${total === 1 ? 'product' : 'products'}`}
          </h2>
        </div>
        {total > 1 && <ShopSortSelect />}
      </div>
      {total === 0 && hasActiveShopFilter(shopFilterFromSearch(search)) && (
        <Link to="/shop" search={{ view: search.view }} className={buttonClass()}>
          Show everything
        </Link>
      )}
      {search.view === 'list' ? (
        <ul>
          {products.map((product) => (
            <ProductListItem key={product.id} product={product}>
              <AddToCart product={product} look={quietStyle} />
            </ProductListItem>
          ))}
        </ul>
      ) : (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-12 lg:grid-cols-3 lg:gap-x-8 lg:gap-y-16 2xl:grid-cols-4">
          {products.map((product, index) => (
            <ProductCard
              key={product.id}
              product={product}
              sizes="(min-width: 1536px) 23vw, (min-width: 1024px) 31vw, 46vw"
              priority={!hasHighlights && index < priorityCount}
            >
              <AddToCart product={product} look={quietStyle} className="w-full sm:w-auto" />
            </ProductCard>
          ))}
        </ul>
      )}
      <PageLinks page={clampPage(search.page, total)} last={Math.ceil(total / shopPageSize)} />
    </div>
  )
}

const highlightHeadings = { featured: 'Featured', newest: 'Newest' } as const

function HighlightRow({ kind, products }: ShopAnswer['highlights']) {
  return (
    <section aria-labelledby="highlights" className="mt-6 mb-10 sm:mb-14">
      <h2 id="highlights" className="poster-type mb-4 text-3xl leading-none sm:mb-6 lg:text-4xl">
        {highlightHeadings[kind]}
      </h2>
      <ul className="max-sm:swipe-row grid grid-cols-2 gap-x-4 gap-y-12 max-sm:-mx-(--spacing-edge) max-sm:px-(--spacing-edge) max-sm:*:w-[44%] lg:grid-cols-4 lg:gap-x-8">
        {products.map((product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            sizes="(min-width: 1024px) 23vw, 46vw"
            priority={index < priorityCount}
          />
        ))}
      </ul>
    </section>
  )
}

function PageLinks({ page, last }: { page: number; last: number }) {
  if (last < 2) return null
  const link = (to: number, words: string) => (
    <Link to="/shop" search={(before) => ({ ...shopSearch(before), page: to })} className={buttonClass(quietStyle)}>
      {words}
    </Link>
  )
  return (
    <nav aria-label="Pages" className="mt-16 flex items-center justify-center gap-6">
      {page > 1 && link(page - 1, 'Previous page')}
      <span className="text-soft tabular-nums">
        Page {page} of {last}
      </span>
      {page < last && link(page + 1, 'Next page')}
    </nav>
  )
}
