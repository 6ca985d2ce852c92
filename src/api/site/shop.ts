import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, params, query } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { clipFinderFor } from '#api/site/previews.ts'
import {
  filterProducts,
  highlightKinds,
  isUnfiltered,
  maxSearchLength,
  priceRange,
  selectHighlights,
  shopFilterFromSearch,
  shopPageSize,
  shopSorts,
  slugListPattern,
  sortDirections,
} from '#domain/products/filter.ts'
import { priceKinds } from '#domain/products/price.ts'
import { productTypes } from '#domain/products/product.ts'
import { relatedProducts } from '#domain/products/related.ts'
import type { ShopProduct } from '#domain/products/shop-product.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasShop } from '#domain/sites/features.ts'
import { readCatalogue, type ShopItem } from '#server/products/catalogue.ts'
import { searchProducts } from '#server/products/search.ts'

const text = z.string()
const amount = z.int()
const slug = text.regex(/^[a-z0-9-]{1,100}$/)
export const CategoryAnswer = z.strictObject({ id: z.uuid(), name: text, slug: text })
const Variant = z.strictObject({
  id: z.uuid(),
  options: z.array(text),
  price: amount,
  isAvailable: z.boolean(),
  available: amount.nullable(),
  maxQuantity: amount.nullable(),
})
const Part = z.strictObject({ name: text, slug: text, variant: text.nullable(), quantity: amount })
const Product = z.strictObject({
  id: z.uuid(),
  slug: text,
  name: text,
  description: text,
  price: amount,
  priceKind: z.enum(priceKinds),
  suggestedPrice: amount.nullable(),
  productType: z.enum(productTypes),
  category: CategoryAnswer.nullable(),
  images: z.array(PictureAnswer),
  optionNames: z.array(text),
  variants: z.array(Variant),
  isAvailable: z.boolean(),
  isDraft: z.literal(true).optional(),
  available: amount.nullable(),
  maxQuantity: amount.nullable(),
  isDigital: z.boolean(),
  parts: z.array(Part).optional(),
}) satisfies z.ZodType<ShopProduct>
const ProductDetailsAnswer = Product.extend({
  descriptionHtml: text,
  /** Tracks from the product's files, or from the release in the discography when that lists more; `clip` is the preview. */
  tracks: z.array(z.strictObject({ title: text, duration: text.nullable(), clip: text.nullable() })),
  related: z.array(Product),
})
export type ProductDetails = z.output<typeof ProductDetailsAnswer>

const CountedCategory = CategoryAnswer.extend({ count: amount })
const Shop = z.strictObject({
  products: z.array(Product),
  /** Number of products on all pages. */
  total: amount,
  /** Categories with products, counted under all filters except the category. */
  categories: z.array(CountedCategory),
  countOfAll: amount,
  /** Lowest and highest price of all products, in major units. */
  prices: z.strictObject({ from: z.number(), to: z.number() }),
  /** The row above the first page of the unfiltered list; empty elsewhere. */
  highlights: z.strictObject({ kind: z.enum(highlightKinds), products: z.array(Product) }),
})
export type ShopAnswer = z.output<typeof Shop>

const ChosenProducts = z.strictObject({ products: z.array(Product) })

const wholeNumberParam = z.coerce.number().int().min(0).max(10_000_000)
const ProductsQuery = z.object({
  q: text
    .trim()
    .max(maxSearchLength)
    .refine((words) => !words.includes('\0'), 'Please use plain text.')
    .optional(),
  category: slug.optional(),
  categories: text.regex(slugListPattern).optional(),
  from: wholeNumberParam.optional(),
  to: wholeNumberParam.optional(),
  in: z.literal('stock').optional(),
  sort: z.enum(shopSorts).optional(),
  direction: z.enum(sortDirections).optional(),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  size: z.coerce.number().int().min(1).max(shopPageSize).default(shopPageSize),
})

const present = ({
  descriptionHtml: _,
  createdAt: __,
  updatedAt: ___,
  tracks: ____,
  isFeatured: _____,
  ...product
}: ShopItem): ShopProduct => product

/** The published products, cached until a product or its stock changes; in a preview those that are drafts too. */
export const cachedShopItems = (c: Context<ApiEnv>): Promise<ShopItem[]> =>
  c.var.asPreview
    ? c.var.asPreview((tx) => readCatalogue(tx, c.var.services.fileAt, { withDrafts: true }))
    : c.var.cached('products', 'catalogue', (tx) => readCatalogue(tx, c.var.services.fileAt))

const requireShop = createMiddleware<ApiEnv>(async (c, next) => {
  if (!hasShop(c.var.site)) throw new Refusal('not-found')
  await next()
})

export const shopRoutes = new Hono<ApiEnv>()
  .get(
    '/products',
    anyone(),
    requireShop,
    query(ProductsQuery),
    answers('Lists products by filter, with categories and price range.', Shop),
    async (c) => {
      const { currency, locale } = c.var.site
      const filter = shopFilterFromSearch(c.req.valid('query'))
      const items = await cachedShopItems(c)
      const found = filter.q ? await (c.var.asPreview ?? c.var.asVisitor)((tx) => searchProducts(tx, filter.q!)) : null
      const { products, total, counts, countOfAll } = filterProducts(items, filter, { currency, locale, found })
      const { kind, products: highlighted } = selectHighlights(items)
      return c.json({
        products: products.map(present),
        total,
        categories: categoriesOf(items, locale)
          .map((category) => ({ ...category, count: counts.get(category.slug) ?? 0 }))
          .filter(
            ({ count, slug: each }) => count > 0 || each === filter.category || filter.categories?.includes(each),
          ),
        countOfAll,
        prices: priceRange(items, currency),
        highlights: { kind, products: isUnfiltered(filter) ? highlighted.map(present) : [] },
      })
    },
  )
  .get(
    '/chosen',
    anyone(),
    requireShop,
    query(z.object({ slugs: text.regex(slugListPattern) })),
    answers('Returns these products in this order, without those that are not for sale.', ChosenProducts),
    async (c) => {
      const items = new Map((await cachedShopItems(c)).map((item) => [item.slug, item]))
      const chosen = c.req.valid('query').slugs.split(',')
      return c.json({
        products: chosen.flatMap((each) => {
          const item = items.get(each)
          return item ? [present(item)] : []
        }),
      })
    },
  )
  .get(
    '/products/:slug',
    anyone(),
    requireShop,
    params(z.object({ slug })),
    answers('Returns one product and related ones.', ProductDetailsAnswer),
    async (c) => {
      const items = await cachedShopItems(c)
      const item = items.find((each) => each.slug === c.req.valid('param').slug)
      if (!item) throw new Refusal('not-found')
      const { descriptionHtml, slug: sold } = item
      const { releases } = await c.var.collections()
      const release = releases.find(({ product }) => product === sold)
      const releaseTracks = (release?.tracks ?? []).map((track) => ({ ...track, fileId: null }))
      // A physical record has all tracks of its release; a download has only the tracks with files.
      const tracks = !item.isDigital && item.tracks.length < releaseTracks.length ? releaseTracks : item.tracks
      const clipOf = await clipFinderFor(c, items)
      return c.json({
        ...present(item),
        descriptionHtml,
        tracks: tracks.map((track) => ({ title: track.title, duration: track.duration, clip: clipOf(track) })),
        related: relatedProducts(item, items).map(present),
      })
    },
  )
  .get(
    '/categories',
    anyone(),
    requireShop,
    answers('Lists the categories that have products.', z.array(CountedCategory)),
    async (c) => {
      const items = await cachedShopItems(c)
      return c.json(
        categoriesOf(items, c.var.site.locale).map((category) => ({
          ...category,
          count: items.filter((item) => item.category?.slug === category.slug).length,
        })),
      )
    },
  )

function categoriesOf(items: readonly ShopItem[], locale: string) {
  const all = new Map(items.flatMap(({ category }) => (category ? [[category.id, category] as const] : [])))
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name, locale))
}
