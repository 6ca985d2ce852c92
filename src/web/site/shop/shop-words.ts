import { lowStockLimit } from '#domain/products/product.ts'
import { type ShopProduct, unavailableText } from '#domain/products/shop-product.ts'
import { priceTexts } from '#domain/texts/own-price-words.ts'

/** `from £20.00` where its variants cost different amounts, or where buyers name their price. */
export function productPriceText(
  { price, priceKind, variants }: Pick<ShopProduct, 'price' | 'priceKind' | 'variants'>,
  money: (n: number) => string,
) {
  if (priceKind === 'from') return price > 0 ? `from ${money(price)}` : priceTexts.label
  return variants.some((variant) => variant.price !== price) ? `from ${money(price)}` : money(price)
}

/** The stock in words. */
export function stockNotice(
  { isAvailable, available, isDraft }: Pick<ShopProduct, 'isAvailable' | 'available' | 'isDraft'>,
  isDigital: boolean,
): string {
  if (!isAvailable) return unavailableText({ isDraft })
  if (isDigital) return 'Yours at once'
  return available !== null && available <= lowStockLimit ? `Only ${available} left` : 'In stock'
}

/** Download, bundle, or the name of the category. */
export function productFormatText({ productType, isDigital, category }: ShopProduct): string | null {
  if (productType === 'bundle') return 'Bundle'
  return isDigital ? 'Download' : (category?.name ?? null)
}
