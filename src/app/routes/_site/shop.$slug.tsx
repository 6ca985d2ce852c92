import { createFileRoute, notFound } from '@tanstack/react-router'
import { linkPreviewImage, loadOrNotFound } from '#app/page-route.ts'
import { formatMoney } from '#domain/money.ts'
import { breadcrumbJsonLd } from '#domain/pages/structured-data.ts'
import { productJsonLd } from '#domain/products/structured-data.ts'
import { takesCards } from '#domain/sites/features.ts'
import { pageHead } from '#web/head.ts'
import { ProductPage } from '#web/site/shop/product-page.tsx'
import { productQuery } from '#web/site/shop/shop-query.ts'

export const Route = createFileRoute('/_site/shop/$slug')({
  beforeLoad: ({ context }) => {
    if (!takesCards(context.site)) throw notFound()
  },
  loader: async ({ context, params }) => ({
    product: await loadOrNotFound(context, productQuery(context.api, params.slug)),
  }),
  head: ({ loaderData, match: { context } }) => {
    if (!loaderData) return {}
    const { product } = loaderData
    const { site } = context
    const { name: seller, origin, currency } = site
    const path = `/shop/${product.slug}`
    return pageHead(site, {
      path,
      title: product.name,
      description: [product.description, `${formatMoney(product.price, site)}, from the shop of ${seller}.`]
        .filter(Boolean)
        .join(' '),
      image: linkPreviewImage(site, product.images[0]),
      about: [
        productJsonLd(product, { seller, currency, origin }),
        breadcrumbJsonLd(origin, [
          { name: seller, path: '/' },
          { name: 'Shop', path: '/shop' },
          { name: product.name, path },
        ]),
      ],
    })
  },
  component: () => {
    const { product } = Route.useLoaderData()
    return <ProductPage key={product.id} product={product} />
  },
})
