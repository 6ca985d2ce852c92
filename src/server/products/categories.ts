import { asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { CategoryDraft } from '#domain/products/draft.ts'
import type { ShopCategory } from '#domain/products/shop-product.ts'
import { Refusal } from '#domain/refusal.ts'
import { slugOf, uniqueSlug } from '#domain/slug.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import { type DeleteResult, storeRowsForUndo } from '#server/activity/undoable-delete.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { productCategories, products } from '#server/products/table.ts'

/** More than an administrator can look through. */
const maxCategories = 200

const { id, name, slug, sequence } = productCategories
const columns = { id, name, slug, sequence }

export type CategoryRow = ShopCategory & { sequence: number }

/** By name, with the number of products that the reader may see. */
export function listCategories(tx: SiteTx): Promise<(CategoryRow & { count: number })[]> {
  return tx
    .select({ ...columns, count: count(products.id) })
    .from(productCategories)
    .leftJoin(products, eq(products.categoryId, id))
    .groupBy(id, name, slug, sequence)
    .orderBy(asc(sql`lower(${name})`), asc(id))
    .limit(maxCategories)
}

export async function createCategory(tx: SiteTx, draft: CategoryDraft, context: EditContext): Promise<CategoryRow> {
  await advisoryLock(tx, 'products')
  await checkName(tx, draft, null)
  const all = await tx.select({ slug }).from(productCategories)
  if (all.length >= maxCategories)
    throw new Refusal('invalid', { fields: { name: `There are ${maxCategories} categories already.` } })
  const taken = new Set(all.map((each) => each.slug))
  const [added] = await tx
    .insert(productCategories)
    .values({ ...draft, slug: uniqueSlug(slugOf(draft.name) || 'category', taken) })
    .returning(columns)
  await edits.log(tx, added!, context, 'created')
  return added!
}

const edits = editable<'product_category', CategoryRow, CategoryDraft>({
  resourceType: 'product_category',
  nameOf: (row) => row.name,
  fields: ['name'],
  lock: (tx, ids) => tx.select(columns).from(productCategories).where(inArray(id, ids)).orderBy(id).for('update'),
  store: async (tx, before, draft, { now }) => {
    const values = { ...draft, updatedAt: now, sequence: nextVersion(sequence) }
    const [changed] = await tx.update(productCategories).set(values).where(eq(id, before.id)).returning(columns)
    return changed!
  },
})

/** The address stays as it is: others link to it. */
export async function renameCategory(
  tx: SiteTx,
  categoryId: string,
  draft: CategoryDraft,
  context: VersionedEditContext,
): Promise<CategoryRow> {
  await advisoryLock(tx, 'products')
  const before = await edits.lockedVersion(tx, categoryId, context.expectedVersion)
  await checkName(tx, draft, categoryId)
  return edits.save(tx, before, draft, context)
}

/** Its products stay, in no category. */
export async function deleteCategory(tx: SiteTx, categoryId: string, context: EditContext): Promise<DeleteResult> {
  await advisoryLock(tx, 'products')
  const before = await edits.lockedRow(tx, categoryId)
  const members = eq(products.categoryId, categoryId)
  const undo = await storeRowsForUndo(
    tx,
    {
      resourceType: 'product_category',
      table: productCategories,
      ids: [categoryId],
      logged: [{ resourceId: categoryId, resourceName: before.name }],
      cleared: [{ table: products, column: products.categoryId, where: members }],
    },
    context,
  )
  await tx
    .update(products)
    .set({ categoryId: null, sequence: sql`${products.sequence} + 1` })
    .where(members)
  await tx.delete(productCategories).where(eq(id, categoryId))
  await edits.log(tx, before, context, 'deleted')
  return { changed: 1, undo }
}

/** A restored category is refused if its name was taken since. */
export async function checkRestoredCategory(tx: SiteTx, categoryId: string): Promise<void> {
  const { name: restored } = await edits.lockedRow(tx, categoryId)
  const same = await tx.select({ id }).from(productCategories).where(sql`lower(${name}) = lower(${restored})`)
  if (same.length > 1) throw new Refusal('undo-taken')
}

async function checkName(tx: SiteTx, draft: CategoryDraft, own: string | null): Promise<void> {
  const [same] = await tx.select({ id }).from(productCategories).where(sql`lower(${name}) = lower(${draft.name})`)
  if (same && same.id !== own)
    throw new Refusal('invalid', { fields: { name: 'A category with this name already exists.' } })
}
