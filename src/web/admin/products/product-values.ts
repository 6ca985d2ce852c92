import type { AdminProduct } from '#api/admin/products.ts'
import { amountFieldValue, parseMinorUnits } from '#domain/money.ts'
import type { PriceKind } from '#domain/products/price.ts'
import type { ProductType } from '#domain/products/product.ts'
import { type VatKind, vatKinds } from '#domain/sites/shop-rules.ts'
import type { VersionedValues } from '#web/admin/ui/editor/use-editor.ts'

/** A variant as the form holds it: amounts as typed text. */
export type VariantValues = {
  id: string | null
  options: string[]
  priceDifference: string
  maxQuantity: string
  /** Of a new variant. */
  stockQuantity: string
  /** Of a stored variant; null when its stock is not counted. */
  left: number | null
}
export type ImageValues = { imageUrl: string; alt: string }
export type BundlePartValues = {
  productId: string
  variantId: string | null
  quantity: string
  name: string
  variant: string | null
}

export type ProductValues = {
  name: string
  productType: ProductType
  priceKind: PriceKind
  price: string
  suggestedPrice: string
  vatKind: VatKind
  maxQuantity: string
  stockQuantity: string
  description: string
  categoryId: string
  images: ImageValues[]
  /** Of a new download: chosen before its first save, sent after it. */
  files: File[]
  optionNames: string[]
  variants: VariantValues[]
  parts: BundlePartValues[]
  slug: string
  isFeatured: boolean
  status: 'draft' | 'published'
}

export const productLabels: Record<keyof ProductValues, string> = {
  name: 'Name',
  productType: 'Type',
  priceKind: 'Kind of price',
  price: 'Price',
  suggestedPrice: 'Suggestion',
  vatKind: 'Tax',
  maxQuantity: 'Limit per order',
  stockQuantity: 'In stock',
  description: 'Description',
  categoryId: 'Category',
  images: 'Pictures',
  files: 'Files',
  optionNames: 'Options',
  variants: 'Variants',
  parts: 'Products in the bundle',
  slug: 'Address',
  isFeatured: 'Featured',
  status: 'Status',
}

export const newProductValues: ProductValues = {
  name: '',
  productType: 'physical',
  priceKind: 'fixed',
  price: '',
  suggestedPrice: '',
  vatKind: 'standard',
  maxQuantity: '',
  stockQuantity: '0',
  description: '',
  categoryId: '',
  images: [],
  files: [],
  optionNames: [],
  variants: [],
  parts: [],
  slug: '',
  isFeatured: false,
  status: 'draft',
}

export const newVariantValues = (options: string[]): VariantValues => ({
  id: null,
  options,
  priceDifference: '',
  maxQuantity: '',
  stockQuantity: '0',
  left: null,
})

const typedCount = (count: number | null) => (count === null ? '' : String(count))

export const productValuesOf = (product: AdminProduct, currency: string): VersionedValues<ProductValues> => ({
  version: product.sequence,
  values: {
    name: product.name,
    productType: product.productType,
    priceKind: product.priceKind,
    price: amountFieldValue(product.price, currency),
    suggestedPrice: product.suggestedPrice === null ? '' : amountFieldValue(product.suggestedPrice, currency),
    vatKind: vatKinds.find((kind) => kind === product.vatKind) ?? 'standard',
    maxQuantity: typedCount(product.maxQuantity),
    stockQuantity: '0',
    description: product.description,
    categoryId: product.category?.id ?? '',
    images: product.images.map(({ imageUrl, alt }) => ({ imageUrl, alt })),
    files: [],
    optionNames: product.optionNames,
    variants: product.variants.map(({ id, options, priceDifference, maxQuantity, left }) => ({
      id,
      options,
      left,
      maxQuantity: typedCount(maxQuantity),
      stockQuantity: '0',
      priceDifference: priceDifference === 0 ? '' : amountFieldValue(priceDifference, currency),
    })),
    parts: product.parts.map(({ productId, variantId, quantity, name, variant }) => ({
      productId,
      variantId,
      quantity: String(quantity),
      name: name ?? '',
      variant,
    })),
    slug: product.slug,
    isFeatured: product.isFeatured,
    status: product.status === 'published' ? 'published' : 'draft',
  },
})

/** NaN for a text that is no number: the schema refuses it. */
const count = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)
const optionalCount = (typed: string) => (typed.trim() ? count(typed) : null)

/** In the shape that `ProductDraft` parses. */
export const productDraftFrom =
  (currency: string) =>
  ({ files: _, ...values }: ProductValues) => {
    const amount = (typed: string) => parseMinorUnits(typed, currency) ?? Number.NaN
    // Drops values that belong to another product type.
    const isBundle = values.productType === 'bundle'
    const { variants, parts } = isBundle ? { ...values, variants: [] } : { ...values, parts: [] }
    return {
      ...values,
      slug: values.slug.trim() || null,
      categoryId: values.categoryId || null,
      price: amount(values.price),
      suggestedPrice:
        values.priceKind === 'from' && values.suggestedPrice.trim() ? amount(values.suggestedPrice) : null,
      maxQuantity: optionalCount(values.maxQuantity),
      stockQuantity: count(values.stockQuantity),
      optionNames: isBundle ? [] : values.optionNames,
      variants: variants.map(({ left: _, priceDifference, maxQuantity, stockQuantity, ...variant }) => ({
        ...variant,
        priceDifference: priceDifference.trim() ? amount(priceDifference) : 0,
        maxQuantity: optionalCount(maxQuantity),
        stockQuantity: count(stockQuantity),
      })),
      parts: parts.map(({ productId, variantId, quantity }) => ({
        productId,
        variantId,
        quantity: count(quantity),
      })),
    }
  }
