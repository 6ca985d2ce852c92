import { asc, inArray } from 'drizzle-orm'
import { availableQuantity, isAvailable, type StockKey, stockUseOf } from '#domain/products/availability.ts'
import type { SortableProduct } from '#domain/products/filter.ts'
import { descriptionHtml, plainDescription } from '#domain/products/markdown.ts'
import { type ShopVariant, shownStock } from '#domain/products/shop-product.ts'
import { type ProductTrack, parseAlbumTracks } from '#domain/products/tracks.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type FileAt, picturesAt } from '#server/images/pictures.ts'
import { loadProductDetails, productRows, type StoredProduct } from '#server/products/stored-products.ts'
import { products } from '#server/products/table.ts'

/** A shop with more on show than this has become something else. */
const maxInShop = 2_000

export type ShopItem = SortableProduct & { descriptionHtml: string; tracks: ProductTrack[]; updatedAt: Date }

/** Everything that is on show, by name, with how much of it is left; drafts, which a preview shows too, are not for sale. */
export async function readCatalogue(tx: SiteTx, fileAt: FileAt, { withDrafts = false } = {}): Promise<ShopItem[]> {
  const rows = await productRows(tx)
    .where(inArray(products.status, withDrafts ? ['published', 'draft'] : ['published']))
    .orderBy(asc(products.name), asc(products.id))
    .limit(maxInShop)
  const { products: found, left } = await loadProductDetails(tx, rows)
  const addresses = found.flatMap(({ images }) => images.map(({ imageUrl }) => imageUrl))
  const pictureAt = await picturesAt(tx, addresses, fileAt)
  return found.map((product) => shown(product, left, pictureAt))
}

function shown(
  product: StoredProduct,
  left: (stockKey: StockKey) => number | null,
  pictureAt: Awaited<ReturnType<typeof picturesAt>>,
): ShopItem {
  const { id, productType, parts } = product
  const isDraft = product.status === 'draft'
  const availableOf = (variantId: string | null) =>
    availableQuantity(stockUseOf(productType, { productId: id, variantId }, parts), left)
  const variants: ShopVariant[] = product.variants.map((variant) => {
    const available = availableOf(variant.id)
    return {
      id: variant.id,
      options: variant.options,
      price: product.price + variant.priceDifference,
      isAvailable: !isDraft && isAvailable(available),
      available: shownStock(available),
      maxQuantity: variant.maxQuantity ?? product.maxQuantity,
    }
  })
  const available = variants.length
    ? highestAvailability(variants.map((variant) => variant.available))
    : shownStock(availableOf(null))
  return {
    id,
    slug: product.slug,
    name: product.name,
    description: plainDescription(product.description),
    descriptionHtml: descriptionHtml(product.description),
    price: variants.length ? Math.min(...variants.map(({ price }) => price)) : product.price,
    priceKind: product.priceKind,
    suggestedPrice: product.suggestedPrice,
    productType,
    category: product.category,
    images: product.images.flatMap(({ imageUrl, alt }) => pictureAt(imageUrl, alt) ?? []),
    optionNames: product.optionNames,
    variants,
    isAvailable: !isDraft && isAvailable(available),
    ...(isDraft && { isDraft }),
    available,
    maxQuantity: product.maxQuantity,
    isDigital: stockUseOf(productType, { productId: id, variantId: null }, parts).isDigital,
    ...(productType === 'bundle' && {
      parts: parts.flatMap(({ name, slug, variant, quantity }) =>
        name && slug ? [{ name, slug, variant, quantity }] : [],
      ),
    }),
    tracks: parseAlbumTracks(product.digitalMetadata),
    createdAt: product.createdAt,
    isFeatured: product.isFeatured,
    updatedAt: product.updatedAt,
  }
}

/** The highest availability of all variants; null if one is unlimited. */
const highestAvailability = (available: readonly (number | null)[]): number | null =>
  available.includes(null) ? null : Math.max(...(available as number[]))
