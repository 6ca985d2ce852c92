import { lowStockLimit } from '#domain/products/product.ts'
import { type ShopProduct, unavailableText } from '#domain/products/shop-product.ts'

/** `from £20.00` where its variants cost different amounts. */
export function productPriceText(
  { price, variants }: Pick<ShopProduct, 'price' | 'variants'>,
  money: (n: number) => string,
) {
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
