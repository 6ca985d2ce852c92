import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { downloadActions } from '#domain/downloads/admin-actions.ts'
import { downloadList } from '#domain/downloads/download-list.ts'
import { downloadEventSchemas, failureReasons } from '#domain/downloads/events.ts'
import { downloadState, downloadStates, downloadsLeft } from '#domain/downloads/state.ts'
import { parseOrderQuery } from '#domain/orders/lookup.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { adminDownloadById, changeDownloadRight, requireResendableRight } from '#server/downloads/admin-commands.ts'
import { type AdminDownload, type DownloadFilter, findDownloads } from '#server/downloads/admin-queries.ts'
import { resendOrderMail } from '#server/orders/mail-buyer.ts'

const text = z.string()

export const DownloadRow = z.strictObject({
  id: z.uuid(),
  orderId: z.uuid(),
  orderNumber: text,
  orderStatus: z.enum(orderStatuses),
  product: text,
  productId: z.uuid(),
  state: z.enum(downloadStates),
  /** Each file may be had so often. */
  allowed: z.int(),
  files: z.array(z.strictObject({ id: z.uuid(), name: text, used: z.int(), left: z.int() })),
  createdAt: timestamp,
  expiresAt: timestamp,
  lastEvent: z
    .strictObject({ type: z.enum(downloadEventSchemas), reason: z.enum(failureReasons).nullable(), at: timestamp })
    .nullable(),
})
export type DownloadRow = z.output<typeof DownloadRow>

export function presentDownloadRight(right: AdminDownload, now: Date): DownloadRow {
  const { downloadsAllowed: allowed, downloadsAllowed, lastEvent } = right
  return {
    id: right.id,
    orderId: right.orderId,
    orderNumber: right.orderNumber,
    orderStatus: right.orderStatus,
    product: right.product,
    productId: right.productId,
    state: downloadState(right, now),
    allowed,
    files: right.files.map(({ id, name, used }) => ({
      id,
      name,
      used,
      left: downloadsLeft({ used, downloadsAllowed }),
    })),
    createdAt: right.createdAt.toISOString(),
    expiresAt: right.expiresAt.toISOString(),
    lastEvent: lastEvent && { ...lastEvent, at: lastEvent.at.toISOString() },
  }
}

/** What a link that was pasted, a number or a word means. */
function parseDownloadSearch(q: string | undefined): Pick<DownloadFilter, 'orderNumber' | 'words'> {
  if (!q) return {}
  const what = parseOrderQuery(q)
  return what.by === 'code' && what.number ? { orderNumber: what.number } : { words: q }
}

/** The rights to download, as their owner looks after them. */
export const adminDownloadsRoutes = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get(
    '/',
    may('orders:read'),
    query(listQuerySchema(downloadList)),
    answers(
      'Lists download rights, a page at a time.',
      z.strictObject({ downloads: z.array(DownloadRow), total: z.int() }),
    ),
    async (c) => {
      const { q, buyer, state, last, ...page } = c.req.valid('query')
      const { now, site } = c.var
      const { payments } = c.var.services
      const emailIndex = buyer ? payments.blindIndexOfHash(site.siteId, Buffer.from(buyer, 'hex')) : undefined
      const search = { ...parseDownloadSearch(q), emailIndex, state, failed: last === 'failed' }
      const { rights, total } = await c.var.inSite((tx) => findDownloads(tx, search, { ...page, now }))
      return c.json({ downloads: rights.map((right) => presentDownloadRight(right, now)), total })
    },
  )
  .post(
    '/:id',
    may('orders:edit'),
    params(z.object({ id: z.uuid() })),
    body(z.object({ action: z.enum(downloadActions) })),
    answers('Extends, resets, withdraws, restores or reissues a download right.', DownloadRow),
    async (c) => {
      const { id } = c.req.valid('param')
      const { action } = c.req.valid('json')
      const { now } = c.var
      const { payments } = c.var.services
      const done = await c.var.edit('orders', async (tx, context) => {
        if (action === 'resend')
          await resendOrderMail(tx, payments, (await requireResendableRight(tx, id, now)).orderId, 'downloads', context)
        else await changeDownloadRight(tx, id, action, { ...context, days: c.var.site.shop.downloads.days })
        return adminDownloadById(tx, id, now)
      })
      return c.json(presentDownloadRight(done, now))
    },
  )
