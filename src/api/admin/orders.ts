import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSessionUser } from '#api/accounts/auth-context.ts'
import { OrderAnswer, OrderRow, presentAdminOrder, presentOrderRow } from '#api/admin/order-answers.ts'
import { buildOrderSearch, filtersForActivityLog, OrderFilters, OrderListQuery } from '#api/admin/order-search.ts'
import { handleOrderRouteError } from '#api/database-errors.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, body, confirmed, may, params, query } from '#api/guards.ts'
import { OrderNoteDraft, TrackingDraft } from '#domain/orders/drafts.ts'
import { isRefundDue } from '#domain/orders/order.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { listAccess } from '#server/accounts/access.ts'
import { downloadRightsWithUse } from '#server/downloads/rights.ts'
import {
  addOrderNote,
  advanceOrder,
  advanceOrders,
  cancelOrder,
  resolveAttention,
  setTrackingNumber,
} from '#server/orders/commands.ts'
import { exportOrders, logOrderExport } from '#server/orders/export.ts'
import { resendOrderMail } from '#server/orders/mail-buyer.ts'
import { orderByNumberOrId, orderDetails } from '#server/orders/order-queries.ts'
import { findOrders } from '#server/orders/search.ts'
import { logRefund, type RefundOutcome, refundCancelledOrder } from '#server/payments/refund.ts'

const text = z.string()
const IdParams = z.object({ id: z.uuid() })
const ExpectedVersion = z.object({ sequence: z.int().min(0) })
/** Applies to shipping only: other steps send no mail. */
const mailOption = { tellBuyer: z.boolean().default(true) }
const mayRead = () => may('orders:read')
const mayEdit = () => may('orders:edit')

/** Without personal data: buyers are decrypted by `decryptOrdersRoutes`. */
export const adminOrdersRoutes = new Hono<ApiEnv>()
  .onError(handleOrderRouteError)
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get(
    '/',
    mayRead(),
    query(OrderListQuery),
    answers(
      'Lists orders, newest first unless sorted otherwise.',
      z.strictObject({ orders: z.array(OrderRow), total: z.int() }),
    ),
    async (c) => {
      const { page, size, sort, direction, ...filters } = c.req.valid('query')
      const search = searchFor(c, filters)
      const { orders, total } = await c.var.inSite((tx) =>
        findOrders(tx, search, { page, size, sort, direction, now: c.var.now }),
      )
      return c.json({ orders: orders.map(presentOrderRow), total })
    },
  )
  .get(
    '/export.csv',
    mayRead(),
    query(OrderFilters.extend({ customers: z.literal('include').optional() })),
    answersAs('Exports orders as CSV, optionally with their customers.', 'text/csv; charset=utf-8'),
    // Also without customers: the references and payments in it open orders and their downloads.
    confirmed(),
    async (c) => {
      const { customers, ...filters } = c.req.valid('query')
      const isPersonal = customers === 'include'
      const search = searchFor(c, filters)
      const context = await c.var.edit('orders', async (tx, owner) => {
        await logOrderExport(tx, { isPersonal, filters: filtersForActivityLog(filters), ...owner })
        return owner
      })
      c.header('content-disposition', 'attachment; filename="orders.csv"')
      const { inSite } = c.var
      const { payments } = c.var.services
      return c.body(exportOrders({ inSite, sealer: payments.sealer }, search, isPersonal ? context : null))
    },
  )
  .post(
    '/status',
    mayEdit(),
    body(z.object({ ids: z.array(z.uuid()).min(1).max(50), status: z.enum(['processing', 'shipped']), ...mailOption })),
    answers(
      'Advances several orders. Returns how many changed, how many buyers are mailed, and the numbers of the other orders.',
      z.strictObject({ changed: z.int(), mailed: z.int(), left: z.array(text) }),
    ),
    async (c) => {
      const { ids, status, tellBuyer } = c.req.valid('json')
      return c.json(
        await c.var.edit('orders', (tx, context) =>
          advanceOrders(tx, c.var.services.payments, ids, status, { ...context, tellBuyer }),
        ),
      )
    },
  )
  .get(
    '/:name',
    mayRead(),
    params(z.object({ name: text.max(40) })),
    answers('Returns an order by its number or id.', OrderAnswer),
    async (c) => c.json(await present(c, c.req.valid('param').name)),
  )
  .post(
    '/:id/status',
    mayEdit(),
    params(IdParams),
    body(ExpectedVersion.extend({ to: z.enum(orderStatuses), ...mailOption })),
    answers('Changes the status of an order. Cancelling refunds it.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      const { to, sequence, tellBuyer } = c.req.valid('json')
      const { payments } = c.var.services
      if (to === 'cancelled') {
        await c.var.edit('products', (tx, context) =>
          cancelOrder(tx, payments, id, { ...context, expectedVersion: sequence }),
        )
        await refund(c, id)
      } else
        await c.var.edit('orders', (tx, context) =>
          advanceOrder(tx, payments, id, to, { ...context, expectedVersion: sequence, tellBuyer }),
        )
      return c.json(await present(c, id))
    },
  )
  .post('/:id/refund', mayEdit(), params(IdParams), answers('Refunds a cancelled order.', OrderAnswer), async (c) => {
    const { id } = c.req.valid('param')
    if (!isRefundDue(await c.var.inSite((tx) => orderByNumberOrId(tx, id)))) throw new Refusal('nothing-to-refund')
    const done = await refund(c, id)
    if (!done) throw new Refusal('refund-later')
    if (done === 'nothing-due') throw new Refusal('nothing-to-refund')
    return c.json(await present(c, id))
  })
  .put(
    '/:id/tracking',
    mayEdit(),
    params(IdParams),
    body(TrackingDraft.extend({ ...ExpectedVersion.shape, ...mailOption })),
    answers('Sets the tracking number, marks the order as shipped and mails the buyer unless declined.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      const { sequence, tellBuyer, ...draft } = c.req.valid('json')
      await c.var.edit('orders', (tx, context) =>
        setTrackingNumber(tx, c.var.services.payments, id, draft, { ...context, expectedVersion: sequence, tellBuyer }),
      )
      return c.json(await present(c, id))
    },
  )
  .post(
    '/:id/notes',
    mayEdit(),
    params(IdParams),
    body(OrderNoteDraft),
    answers('Adds a note.', OrderAnswer, 201),
    async (c) => {
      const { id } = c.req.valid('param')
      await c.var.edit('orders', (tx, context) => addOrderNote(tx, id, c.req.valid('json').text, context))
      return c.json(await present(c, id), 201)
    },
  )
  .post(
    '/:id/mails',
    mayEdit(),
    params(IdParams),
    body(z.object({ mail: z.enum(['confirmation', 'downloads']) })),
    answers('Sends a mail to the buyer again.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      const { mail } = c.req.valid('json')
      await c.var.edit('orders', (tx, context) => resendOrderMail(tx, c.var.services.payments, id, mail, context))
      return c.json(await present(c, id))
    },
  )
  .post(
    '/:id/resolve',
    mayEdit(),
    params(IdParams),
    body(ExpectedVersion),
    answers('Marks what needed attention as resolved.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      await c.var.edit('orders', (tx, context) =>
        resolveAttention(tx, id, { ...context, expectedVersion: c.req.valid('json').sequence }),
      )
      return c.json(await present(c, id))
    },
  )

function searchFor(c: Context<ApiEnv>, filters: OrderFilters) {
  const { site } = c.var
  const { payments } = c.var.services
  if (filters.website_id === '') throw new Refusal('orders-need-website')
  if (filters.website_id !== undefined && filters.website_id !== site.siteId) throw new Refusal('not-found')
  return buildOrderSearch(filters, { ...payments, websiteId: site.siteId, zone: site.zone })
}

async function present(c: Context<ApiEnv>, name: string): Promise<OrderAnswer> {
  const { administrators } = await listAccess(c.var.auth)
  const { rights, ...whole } = await c.var.inSite(async (tx) => {
    const found = await orderDetails(tx, name, c.var.services.fileAt)
    return { ...found, rights: await downloadRightsWithUse(tx, found.order.id) }
  })
  const emails = new Map(administrators.map(({ userId, email }) => [userId, email]))
  return presentAdminOrder(whole, { site: c.var.site, rights, emails })
}

/**
 * Refunds in the name of the administrator. When the provider refuses, the order stays cancelled, a job tries again, and
 * the screen shows the refund as due. Returns null then.
 */
async function refund(c: Context<ApiEnv>, id: string): Promise<RefundOutcome | null> {
  const { edit, log, now } = c.var
  const { payments } = c.var.services
  const { userId } = requireSessionUser(c)
  try {
    const done = await refundCancelledOrder(payments, id, { userId, now })
    if (done === 'refunded') await edit('orders', (tx, context) => logRefund(tx, id, context))
    return done
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.warn({ err: error.cause ?? error }, 'refund failed, a job will retry it')
    return null
  }
}
