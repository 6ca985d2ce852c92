import { fallbackImagePath } from '#domain/images/addresses.ts'
import { toMajorUnits } from '#domain/money.ts'
import type { JsonLdThing } from '#domain/pages/structured-data.ts'
import type { ShopProduct } from '#domain/products/shop-product.ts'

type SellerFacts = { seller: string; currency: string; origin: string }

const stock = (isAvailable: boolean) => `https://schema.org/${isAvailable ? 'InStock' : 'SoldOut'}`

/** A product in the words of schema.org: one offer, or where its variants differ in price, what they range from and to. */
export function productJsonLd(product: ShopProduct, { seller, currency, origin }: SellerFacts): JsonLdThing {
  const url = new URL(`/shop/${product.slug}`, origin).href
  const prices = product.variants.map(({ price }) => toMajorUnits(price, currency))
  const common = { url, priceCurrency: currency, availability: stock(product.isAvailable) }
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return {
    '@type': 'Product',
    name: product.name,
    url,
    sku: product.id,
    ...(product.description && { description: product.description }),
    ...(product.images.length && {
      image: product.images.map((picture) => new URL(fallbackImagePath(picture), origin).href),
    }),
    ...(product.category && { category: product.category.name }),
    brand: { '@type': 'Brand', name: seller },
    offers:
      low < high
        ? { '@type': 'AggregateOffer', ...common, lowPrice: low, highPrice: high, offerCount: prices.length }
        : { '@type': 'Offer', ...common, price: toMajorUnits(product.price, currency) },
  }
}
