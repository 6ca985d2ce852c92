import type { ShopProduct } from '#domain/products/shop-product.ts'

const maxRelated = 4

/** Related products: parts of the same bundle, then the same category, then the rest; available products first. */
export function relatedProducts<P extends ShopProduct>(product: P, all: readonly P[]): P[] {
  const isInBundle = (a: ShopProduct, b: ShopProduct) => a.parts?.some(({ slug }) => slug === b.slug) ?? false
  const relatedness = (other: P) => {
    if (isInBundle(product, other) || isInBundle(other, product)) return 4
    return other.category && other.category.id === product.category?.id ? 2 : 0
  }
  return all
    .filter(({ id }) => id !== product.id)
    .map((other) => ({ other, near: relatedness(other) + (other.isAvailable ? 1 : -4) }))
    .sort((a, b) => b.near - a.near)
    .slice(0, maxRelated)
    .map(({ other }) => other)
}
