import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { StockQuantity } from '#domain/products/draft.ts'
import { productStatuses, stockReasons } from '#domain/products/product.ts'
import { inventoryList, stockMovementList } from '#domain/products/product-lists.ts'
import { listAccess } from '#server/accounts/access.ts'
import { orderNumbersOf } from '#server/orders/order-queries.ts'
import { correctStockItem, findStockItems, stockMovementsOf } from '#server/products/inventory.ts'

const text = z.string()
const Item = z.strictObject({
  id: z.uuid(),
  productId: z.uuid(),
  variantId: z.uuid().nullable(),
  name: text,
  variant: text.nullable(),
  status: z.enum(productStatuses),
  onHand: z.int(),
  /** Of those, how many are kept for buyers who are paying. */
  held: z.int(),
})
export type InventoryItem = z.output<typeof Item>

const Movement = z.strictObject({
  id: z.uuid(),
  at: timestamp,
  change: z.int(),
  onHandAfter: z.int(),
  reason: z.enum(stockReasons),
  /** The number of the order that it was for. */
  order: text.nullable(),
  /** Null for a sale; `email` is null when the user has no access any more. */
  who: z.strictObject({ userId: z.uuid(), email: text.nullable() }).nullable(),
  note: text.nullable(),
})
export type StockMovement = z.output<typeof Movement>

const IdParams = z.object({ id: z.uuid() })
const StockCorrection = z.object({
  quantity: StockQuantity,
  /** How many there were when it was counted. */
  seen: z.int().min(0),
  note: text
    .trim()
    .max(200)
    .refine((words) => !words.includes('\0'), 'Please use plain text.')
    .transform((words) => words || null)
    .nullable()
    .default(null),
})
const mayEdit = () => may('products:edit')

/** The stock of the products, and its history. */
export const adminInventoryRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(listQuerySchema(inventoryList)),
    answers('Lists stock items, a page at a time.', z.strictObject({ items: z.array(Item), total: z.int() })),
    async (c) => c.json(await c.var.inSite((tx) => findStockItems(tx, c.req.valid('query')))),
  )
  .put(
    '/:id',
    mayEdit(),
    params(IdParams),
    body(StockCorrection),
    answers('Corrects the stock of one item.', Item),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(
        await c.var.edit('products', (tx, context) => correctStockItem(tx, id, c.req.valid('json'), context)),
      )
    },
  )
  .get(
    '/:id/movements',
    mayEdit(),
    params(IdParams),
    query(listQuerySchema(stockMovementList)),
    answers(
      'Lists the movements of one stock item, the newest first, a page at a time.',
      z.strictObject({ item: Item, movements: z.array(Movement), total: z.int() }),
    ),
    async (c) => {
      const { administrators } = await listAccess(c.var.auth)
      const emails = new Map(administrators.map(({ userId, email }) => [userId, email]))
      const { id } = c.req.valid('param')
      const { item, movements, total, numbers } = await c.var.inSite(async (tx) => {
        const found = await stockMovementsOf(tx, id, c.req.valid('query'))
        const orderIds = found.movements.flatMap(({ orderId }) => orderId ?? [])
        return { ...found, numbers: await orderNumbersOf(tx, orderIds) }
      })
      return c.json({
        item,
        movements: movements.map(({ userId, orderId, createdAt, ...movement }) => ({
          ...movement,
          order: (orderId && numbers.get(orderId)) ?? null,
          at: createdAt.toISOString(),
          who: userId ? { userId, email: emails.get(userId) ?? null } : null,
        })),
        total,
      })
    },
  )
