import { Hono } from 'hono'
import { z } from 'zod'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params } from '#api/guards.ts'
import { CategoryAnswer } from '#api/site/shop.ts'
import { CategoryDraft } from '#domain/products/draft.ts'
import { createCategory, deleteCategory, listCategories, renameCategory } from '#server/products/categories.ts'

const VersionedCategory = CategoryAnswer.extend({ sequence: z.int() })
const CategoryWithCount = VersionedCategory.extend({ count: z.int() })
export type CountedCategory = z.output<typeof CategoryWithCount>
const IdParams = z.object({ id: z.uuid() })
const mayEdit = () => may('products:edit')

/** What the products of a site are sorted into. */
export const adminCategoriesRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    answers('Lists categories with the number of products in each.', z.array(CategoryWithCount)),
    async (c) => c.json(await c.var.inSite(listCategories)),
  )
  .post('/', mayEdit(), body(CategoryDraft), answers('Creates a category.', VersionedCategory, 201), async (c) =>
    c.json(await c.var.edit('products', (tx, context) => createCategory(tx, c.req.valid('json'), context)), 201),
  )
  .put(
    '/:id',
    mayEdit(),
    params(IdParams),
    body(CategoryDraft.extend({ sequence: z.int().min(0) })),
    answers('Renames the category.', VersionedCategory),
    async (c) => {
      const { id } = c.req.valid('param')
      const { sequence: expectedVersion, ...draft } = c.req.valid('json')
      const renamed = await c.var.edit('products', (tx, context) =>
        renameCategory(tx, id, draft, { ...context, expectedVersion }),
      )
      return c.json(renamed)
    },
  )
  .delete(
    '/:id',
    mayEdit(),
    params(IdParams),
    answers('Deletes the category; its products lose their category.', DeleteAnswer),
    async (c) =>
      c.json(await c.var.edit('products', (tx, context) => deleteCategory(tx, c.req.valid('param').id, context))),
  )
