import { z } from 'zod'
import { maxPrice, priceKinds } from '#domain/products/price.ts'
import { type ProductStatus, productTypes } from '#domain/products/product.ts'
import { maxLineQuantity } from '#domain/products/shop-product.ts'
import { vatKinds } from '#domain/sites/shop-rules.ts'

/** PostgreSQL cannot store the character U+0000. */
const textUpTo = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine((text) => !text.includes('\0'), 'Please use plain text.')
const requiredWords = (max: number) => textUpTo(max).min(1, 'Please fill this in.')

/** A path of the shop itself. */
export const reservedSlugs = ['contact'] as const
export const maxVariants = 100
export const maxProductImages = 12
export const maxBundleParts = 20
export const maxStock = 1_000_000

const limit = z
  .int('Please enter a whole number.')
  .min(1, 'Please enter at least 1, or leave it empty.')
  .max(maxLineQuantity, `Please enter at most ${maxLineQuantity}, or leave it empty.`)
  .nullable()
  .default(null)
export const StockQuantity = z
  .int('Please enter a whole number.')
  .min(0, 'The number cannot be below zero.')
  .max(maxStock, `Please enter at most ${maxStock}.`)
const priceProblem = 'Please enter a price like 12.50.'
const price = z.int(priceProblem).min(0, priceProblem).max(maxPrice, 'This price is too high.')

const Variant = z.object({
  /** Null for a new variant; a stored variant keeps its stock and history by its id. */
  id: z.uuid().nullable().default(null),
  options: z.array(requiredWords(60)).min(1).max(3),
  priceDifference: z
    .int('Please enter a difference like 2.00 or -2.00.')
    .min(-maxPrice)
    .max(maxPrice, 'This difference is too high.')
    .default(0),
  maxQuantity: limit,
  /** The first stock of a new variant; later the inventory changes it. */
  stockQuantity: StockQuantity.default(0),
})
export type VariantDraft = z.output<typeof Variant>

const isOwnPath = (text: string) => /^\/[^/\\\s][^\\\s]*$/.test(text)
const Image = z.object({
  imageUrl: z.string().max(2000).refine(isOwnPath, 'Please choose a picture.'),
  alt: textUpTo(300).min(1, 'Please describe the picture.'),
})
export type ProductImageDraft = z.output<typeof Image>

const Part = z.object({
  productId: z.uuid(),
  variantId: z.uuid().nullable().default(null),
  quantity: z.int('Please enter a whole number.').min(1, 'Please enter at least 1.').max(100).default(1),
})
export type BundlePartDraft = z.output<typeof Part>

/** A product as the owner writes it. The defaults are those of the specification. */
export const ProductDraft = z
  .object({
    name: requiredWords(160),
    /** Made from the name when it is left out; a later change of the name does not change it. */
    slug: z
      .string()
      .trim()
      .max(100, 'Please use at most 100 characters.')
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use lower-case letters, digits and hyphens.')
      .refine((slug) => !reservedSlugs.some((each) => each === slug), 'This address is used by the shop itself.')
      .nullable()
      .default(null),
    description: textUpTo(20_000).default(''),
    productType: z.enum(productTypes).default('physical'),
    status: z.enum(['draft', 'published']).default('draft'),
    priceKind: z.enum(priceKinds).default('fixed'),
    /** With `from`, the least that buyers may give. */
    price,
    /** Only with `from`; null is the minimum. */
    suggestedPrice: price.nullable().default(null),
    vatKind: z.enum(vatKinds, 'Please choose a tax type.').default('standard'),
    categoryId: z.uuid().nullable().default(null),
    /** Stands above the list of the shop. */
    isFeatured: z.boolean().default(false),
    maxQuantity: limit,
    /** The first stock of a new product without variants. */
    stockQuantity: StockQuantity.default(0),
    optionNames: z.array(requiredWords(40)).max(3, 'Please enter at most 3.').default([]),
    variants: z.array(Variant).max(maxVariants, `Please use at most ${maxVariants} variants.`).default([]),
    images: z.array(Image).max(maxProductImages, `Please choose at most ${maxProductImages} pictures.`).default([]),
    parts: z.array(Part).max(maxBundleParts, `Please use at most ${maxBundleParts} parts.`).default([]),
  })
  .superRefine(({ productType, priceKind, price: base, suggestedPrice, optionNames, variants, parts }, about) => {
    const addProblem = (path: (string | number)[], message: string) => about.addIssue({ code: 'custom', path, message })
    if (priceKind === 'from' && suggestedPrice !== null && suggestedPrice < base)
      addProblem(['suggestedPrice'], 'The suggestion cannot be below the minimum.')
    if (priceKind === 'from' && productType !== 'digital' && lowestPrice(base, variants) < 1)
      addProblem(['price'], 'Only a download can be free. Please enter a minimum.')
    if (hasRepeated(optionNames)) addProblem(['optionNames'], 'Each option needs its own name.')
    if (optionNames.length > 0 && variants.length === 0) addProblem(['variants'], 'Please add at least one variant.')
    if (hasRepeated(variants.map(({ options }) => options.join('\0'))))
      addProblem(['variants'], 'Two variants have the same options.')
    if (hasRepeated(variants.flatMap(({ id }) => id ?? [])))
      addProblem(['variants'], 'This variant is in the list twice.')
    for (const [at, { options, priceDifference }] of variants.entries()) {
      if (options.length !== optionNames.length)
        addProblem(['variants', at, 'options'], 'Please enter one value for each option of each variant.')
      if (base + priceDifference < 0) addProblem(['variants', at, 'priceDifference'], 'The price would be below zero.')
    }
    if (productType !== 'bundle' && parts.length) addProblem(['parts'], 'Only a bundle has parts.')
    if (productType === 'bundle' && !parts.length) addProblem(['parts'], 'Please choose the products in the bundle.')
    if (productType === 'bundle' && optionNames.length) addProblem(['optionNames'], 'A bundle has no variants.')
    if (hasRepeated(parts.map(({ productId, variantId }) => `${productId} ${variantId}`)))
      addProblem(['parts'], 'Please add each product once and set its quantity.')
  })
export type ProductDraft = z.output<typeof ProductDraft>

const lowestPrice = (base: number, variants: readonly VariantDraft[]) =>
  variants.length ? base + Math.min(...variants.map(({ priceDifference }) => priceDifference)) : base

const hasRepeated = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase())).size !== texts.length

/**
 * Clears fields that a product does not have: a fixed price has no suggestion, downloads have no stock and no limit,
 * bundles no stock of their own.
 */
export function clearUnusedProductFields(input: ProductDraft): ProductDraft {
  const draft = input.priceKind === 'fixed' ? { ...input, suggestedPrice: null } : input
  const { productType, variants } = draft
  if (productType === 'physical') return draft
  const uncounted = { ...draft, stockQuantity: 0, variants: variants.map((each) => ({ ...each, stockQuantity: 0 })) }
  if (productType === 'bundle') return uncounted
  return {
    ...uncounted,
    maxQuantity: null,
    variants: uncounted.variants.map((each) => ({ ...each, maxQuantity: null })),
  }
}

export const CategoryDraft = z.object({ name: requiredWords(80) })
export type CategoryDraft = z.output<typeof CategoryDraft>

/** The statuses that an archived product can be restored to. */
export const restorableStatuses = ['draft', 'published'] as const satisfies readonly ProductStatus[]
