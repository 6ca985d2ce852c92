import { eq } from 'drizzle-orm'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import type { Picture } from '#domain/images/picture.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { slugOf } from '#domain/slug.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { addProduct } from '#server/products/commands.ts'
import type { StoredProduct } from '#server/products/stored-products.ts'
import { productCategories, products } from '#server/products/table.ts'
import type { DemoProduct, DemoTrack } from '#sites/demo.ts'

const day = 86_400_000
/** Before the first of the demo's orders. */
const oldestOrder = 100 * day

/** The downloads of a product, by the names of its files. */
export type DemoProductDownloads = { productId: string; tracks: readonly DemoTrack[]; archive: string | undefined }

/** Adds the demo's products, the first of the list as the newest. Answers those that are recordings. */
export async function seedDemoShop(
  tx: SiteTx,
  demo: readonly DemoProduct[],
  pictureOf: (file: string) => Picture | null,
  { userId, now }: { userId: string; now: Date },
): Promise<DemoProductDownloads[]> {
  const categoryIds = await fillCategories(tx, demo)
  const made = new Map<string, StoredProduct>()
  const sold: DemoProductDownloads[] = []
  for (const [index, { status, category, images, parts = [], tracks, archive, ...product }] of demo.entries()) {
    const draft = ProductDraft.parse({
      ...product,
      categoryId: categoryIds.get(category),
      // Downloads get their files in the same transaction.
      status: 'draft',
      images: images.flatMap((file) => {
        const picture = pictureOf(file)
        return picture ? [{ imageUrl: fallbackImagePath(picture), alt: picture.alt }] : []
      }),
      parts: parts.map((part) => partOf(made, part)),
    })
    const added = await addProduct(tx, draft, { userId, now: new Date(+now - oldestOrder - index * day) })
    if (status !== 'draft') await tx.update(products).set({ status }).where(eq(products.id, added.id))
    made.set(added.slug, added)
    if (tracks || archive) sold.push({ productId: added.id, tracks: tracks ?? [], archive })
  }
  return sold
}

async function fillCategories(tx: SiteTx, demo: readonly DemoProduct[]): Promise<Map<string, string>> {
  const names = [...new Set(demo.map(({ category }) => category))]
  if (!names.length) return new Map()
  const added = await tx
    .insert(productCategories)
    .values(names.map((name) => ({ name, slug: slugOf(name) })))
    .returning()
  return new Map(added.map(({ name, id }) => [name, id]))
}

function partOf(
  made: ReadonlyMap<string, StoredProduct>,
  { product, options }: { product: string; options?: string[] },
) {
  const part = made.get(product)
  const variant = part?.variants.find((each) => each.options.join() === options?.join())
  if (!part || Boolean(options) !== Boolean(variant)) throw new Error(`The demo has no ${product} ${options ?? ''}.`)
  return { productId: part.id, variantId: variant?.id ?? null }
}
