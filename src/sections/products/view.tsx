import type { ShopProduct } from '#domain/products/shop-product.ts'
import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionContext, SectionView } from '#sections/section-view.ts'
import { ProductCard } from '#web/site/shop/product-card.tsx'
import { chosenProductsQuery, newProductsQuery, shopQuery } from '#web/site/shop/shop-query.ts'

type Products = SectionOf<'products'>

export const view: SectionView<Products, readonly ShopProduct[]> = {
  load: async (context, section) => (await productsOf(context, section)).products,
  View: ({ section: { heading }, data: products }) =>
    products.length > 0 && (
      <SectionBox heading={heading} more={{ target: '/shop', label: 'The whole shop' }}>
        <ul className="page-edge max-sm:swipe-row grid grid-cols-2 gap-x-4 gap-y-12 lg:grid-cols-4 lg:gap-x-8">
          {products.map((product) => (
            <ProductCard key={product.id} product={product} sizes="(min-width: 1024px) 23vw, 46vw" />
          ))}
        </ul>
      </SectionBox>
    ),
}

async function productsOf({ api, load }: SectionContext, { from, count, category, products }: Products) {
  if (from === 'chosen') return products.length > 0 ? load(chosenProductsQuery(api, products)) : { products: [] }
  if (from === 'category' && category) return load(shopQuery(api, { category, sort: 'newest' }, count))
  return load(newProductsQuery(api, count))
}
