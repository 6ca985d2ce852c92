import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query } from '#api/guards.ts'
import { downloadDeeds, downloadSorts } from '#domain/downloads/desk.ts'
import { downloadEvents, failureReasons } from '#domain/downloads/events.ts'
import { downloadState, downloadStates, leftOf } from '#domain/downloads/state.ts'
import { asked } from '#domain/orders/asked.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { type DeskRight, type DownloadSearch, findDownloads } from '#server/downloads/desk.ts'
import { changeRight, deskRight, rightToSend } from '#server/downloads/desk-deeds.ts'
import { mailAgain } from '#server/payments/mail-again.ts'

const text = z.string()
const moment = z.iso.datetime()

export const DownloadRow = z.strictObject({
  id: z.uuid(),
  orderNumber: text,
  orderStatus: z.enum(orderStatuses),
  product: text,
  productId: z.uuid(),
  state: z.enum(downloadStates),
  /** Each file may be had so often. */
  allowed: z.int(),
  files: z.array(z.strictObject({ id: z.uuid(), name: text, used: z.int(), left: z.int() })),
  createdAt: moment,
  expiresAt: moment,
  lastEvent: z
    .strictObject({ type: z.enum(downloadEvents), reason: z.enum(failureReasons).nullable(), at: moment })
    .nullable(),
})
export type DownloadRow = z.output<typeof DownloadRow>

export function presentRight(right: DeskRight, now: Date): DownloadRow {
  const { downloadsAllowed: allowed, downloadsAllowed, lastEvent } = right
  return {
    ...{ id: right.id, orderNumber: right.orderNumber, orderStatus: right.orderStatus },
    ...{ product: right.product, productId: right.productId, state: downloadState(right, now) },
    allowed,
    files: right.files.map(({ id, name, used }) => ({ id, name, used, left: leftOf({ used, downloadsAllowed }) })),
    createdAt: right.createdAt.toISOString(),
    expiresAt: right.expiresAt.toISOString(),
    lastEvent: lastEvent && { ...lastEvent, at: lastEvent.at.toISOString() },
  }
}

const Asked = z.object({
  /** The number of an order, or the name of a product. */
  q: text.trim().max(254).optional(),
  /** An e-mail address that was hashed before it was sent: SHA-256 in hex. */
  buyer: text.regex(/^[0-9a-f]{64}$/).optional(),
  state: z.enum(downloadStates).optional(),
  last: z.literal('failed').optional(),
  sort: z.enum(downloadSorts).default('created'),
  direction: z.enum(['up', 'down']).default('down'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(25),
})

/** What a link that was pasted, a number or a word means. */
function meant(q: string | undefined): Pick<DownloadSearch, 'orderNumber' | 'words'> {
  if (!q) return {}
  const what = asked(q)
  return what.by === 'code' && what.number ? { orderNumber: what.number } : { words: q }
}

/** The rights to download, as their owner looks after them. */
export const adminDownloads = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get(
    '/',
    may('orders:read'),
    query(Asked),
    answers(
      'Rights to download, a page at a time.',
      z.strictObject({ downloads: z.array(DownloadRow), total: z.int() }),
    ),
    async (c) => {
      const { q, buyer, state, last, ...page } = c.req.valid('query')
      const { now, site, payments } = c.var
      const emailIndex = buyer ? payments.blindIndexOfHash(site.siteId, Buffer.from(buyer, 'hex')) : undefined
      const search = { ...meant(q), emailIndex, state, failed: last === 'failed' }
      const { rights, total } = await c.var.inSite((tx) => findDownloads(tx, search, { ...page, now }))
      return c.json({ downloads: rights.map((right) => presentRight(right, now)), total })
    },
  )
  .post(
    '/:id',
    may('orders:edit'),
    params(z.object({ id: z.uuid() })),
    body(z.object({ deed: z.enum(downloadDeeds) })),
    answers('The right, once this is done.', DownloadRow),
    async (c) => {
      const { id } = c.req.valid('param')
      const { deed } = c.req.valid('json')
      const { payments, now } = c.var
      const done = await c.var.edit('orders', async (tx, context) => {
        if (deed === 'resend')
          await mailAgain(tx, payments, (await rightToSend(tx, id, now)).orderId, 'downloads', context)
        else await changeRight(tx, id, deed, { ...context, days: payments.downloads.days })
        return deskRight(tx, id, now)
      })
      return c.json(presentRight(done, now))
    },
  )
