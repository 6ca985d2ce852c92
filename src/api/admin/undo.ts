import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, may, params } from '#api/guards.ts'
import type { UndoableType } from '#domain/activity/undo.ts'
import { hasPermission, type Permission } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { undoableTypeOf } from '#server/activity/undoable-delete.ts'
import type { CacheTag } from '#server/cache/tags.ts'
import { undoDelete } from '#server/undo/undo.ts'

/** What a delete answers: how many are deleted, and the id for `POST /api/admin/undo/:id`. */
export const DeleteAnswer = z.strictObject({ changed: z.int(), undo: z.uuid().nullable() })
export type DeleteAnswer = z.output<typeof DeleteAnswer>

/** What the delete itself requires, and what it invalidates. */
const rulesByType: Record<UndoableType, { permission: Permission; tag: CacheTag }> = {
  announcement: { permission: 'announcements:edit', tag: 'announcements' },
  award: { permission: 'site:edit', tag: 'collections' },
  contact_message: { permission: 'messages:edit', tag: 'contact' },
  mail: { permission: 'system:edit', tag: 'mail' },
  media_item: { permission: 'media:edit', tag: 'media' },
  press_quote: { permission: 'site:edit', tag: 'collections' },
  product: { permission: 'products:edit', tag: 'products' },
  product_category: { permission: 'products:edit', tag: 'products' },
  product_file: { permission: 'products:edit', tag: 'products' },
  release: { permission: 'site:edit', tag: 'collections' },
  tour_date: { permission: 'tour:edit', tag: 'tour' },
}

/** Undoes deletes of all lists but the gallery, which has its own way. */
export const adminUndoRoutes = new Hono<ApiEnv>().post(
  '/:id',
  may('deletes:undo'),
  params(z.object({ id: z.uuid() })),
  answers(
    'Restores what was deleted a moment ago; returns the count. Works once, for a few minutes.',
    z.strictObject({ restored: z.int() }),
  ),
  async (c) => {
    const { id } = c.req.valid('param')
    const type = await c.var.inSite((tx) => undoableTypeOf(tx, id))
    const { permission, tag } = rulesByType[type]
    if (!hasPermission(c.var.actor, permission)) throw new Refusal('not-allowed')
    return c.json({ restored: await c.var.edit(tag, (tx, context) => undoDelete(tx, { id, type }, context)) })
  },
)
