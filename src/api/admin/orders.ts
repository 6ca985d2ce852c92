import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { OrderAnswer, OrderRow, orderAnswer, rowAnswer } from '#api/admin/order-answers.ts'
import { filtersOf, type OrderAsked, OrderFilters, OrderPage, searchOf } from '#api/admin/order-search.ts'
import { orderErrors } from '#api/database-errors.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, body, confirmedWhen, hasConfirmed, may, params, query } from '#api/guards.ts'
import { NoteDraft, TrackingDraft } from '#domain/orders/desk.ts'
import { refundDue } from '#domain/orders/lifecycle.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { listAccess } from '#server/accounts/access.ts'
import { usedRightsOf } from '#server/downloads/rights.ts'
import { noteExport, ordersFile } from '#server/orders/file.ts'
import { findOrders } from '#server/orders/find.ts'
import { addNote, orderCalled, settleAttention, stepOrder, stepOrders, trackOrder } from '#server/orders/manage.ts'
import { wholeOrder } from '#server/orders/read.ts'
import { cancelOrder } from '#server/payments/cancel.ts'
import { mailAgain } from '#server/payments/mail-again.ts'
import { noteGiven, type Refunded, refundCancelled } from '#server/payments/refund.ts'

const text = z.string()
const One = z.object({ id: z.uuid() })
const Seen = z.object({ sequence: z.int().min(0) })
/** Whether the buyers of what is shipped are told by mail; nothing else is told here. */
const telling = { tellBuyer: z.boolean().default(true) }
const reading = () => may('orders:read')
const editing = () => may('orders:edit')

/** The orders as their owner works on them. Who made them is asked for elsewhere. */
export const adminOrders = new Hono<ApiEnv>()
  .onError(orderErrors)
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get(
    '/',
    reading(),
    query(OrderPage),
    answers(
      'Orders, the newest first, a page at a time.',
      z.strictObject({ orders: z.array(OrderRow), total: z.int() }),
    ),
    async (c) => {
      const { page, size, ...asked } = c.req.valid('query')
      const search = searchFor(c, asked)
      const { orders, total } = await c.var.inSite((tx) => findOrders(tx, search, { page, size, now: c.var.now }))
      return c.json({ orders: orders.map(rowAnswer), total })
    },
  )
  .get(
    '/file.csv',
    reading(),
    query(OrderFilters.extend({ customers: z.literal('include').optional() })),
    answersAs('The orders for a spreadsheet, with their customers if that is asked for.', 'text/csv; charset=utf-8'),
    confirmedWhen('the customers are included'),
    async (c) => {
      const { customers, ...asked } = c.req.valid('query')
      const isPersonal = customers === 'include'
      if (isPersonal && !hasConfirmed(c)) throw new Refusal('confirmation-required')
      const search = searchFor(c, asked)
      const context = await c.var.edit('orders', async (tx, owner) => {
        await noteExport(tx, { isPersonal, filters: filtersOf(asked), ...owner })
        return owner
      })
      c.header('content-disposition', 'attachment; filename="orders.csv"')
      const { inSite, payments } = c.var
      return c.body(ordersFile({ inSite, sealer: payments.sealer }, search, isPersonal ? context : null))
    },
  )
  .post(
    '/status',
    editing(),
    body(z.object({ ids: z.array(z.uuid()).min(1).max(50), status: z.enum(['processing', 'shipped']), ...telling })),
    answers(
      'How many took this step, how many buyers are told by mail, and the numbers of the orders that could not.',
      z.strictObject({ changed: z.int(), told: z.int(), left: z.array(text) }),
    ),
    async (c) => {
      const { ids, status, tellBuyer } = c.req.valid('json')
      return c.json(
        await c.var.edit('orders', (tx, context) =>
          stepOrders(tx, c.var.payments, ids, status, { ...context, tellBuyer }),
        ),
      )
    },
  )
  .get(
    '/:name',
    reading(),
    params(z.object({ name: text.max(40) })),
    answers('One order, by its number or its id.', OrderAnswer),
    async (c) => c.json(await present(c, c.req.valid('param').name)),
  )
  .post(
    '/:id/status',
    editing(),
    params(One),
    body(Seen.extend({ to: z.enum(orderStatuses), ...telling })),
    answers('The order one step further; one that is cancelled gives its money back.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      const { to, sequence: seen, tellBuyer } = c.req.valid('json')
      const { payments } = c.var
      if (to === 'cancelled') {
        await c.var.edit('products', (tx, context) => cancelOrder(tx, payments, id, { ...context, seen }))
        await giveBack(c, id)
      } else
        await c.var.edit('orders', (tx, context) => stepOrder(tx, payments, id, to, { ...context, seen, tellBuyer }))
      return c.json(await present(c, id))
    },
  )
  .post(
    '/:id/refund',
    editing(),
    params(One),
    answers('The order, once its money has gone back.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      if (!refundDue(await c.var.inSite((tx) => orderCalled(tx, id)))) throw new Refusal('nothing-to-refund')
      const done = await giveBack(c, id)
      if (!done) throw new Refusal('refund-later')
      if (done === 'nothing due') throw new Refusal('nothing-to-refund')
      return c.json(await present(c, id))
    },
  )
  .put(
    '/:id/tracking',
    editing(),
    params(One),
    body(TrackingDraft.extend({ ...Seen.shape, ...telling })),
    answers('The order on its way with this parcel; its buyer is told unless that is not wanted.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      const { sequence: seen, tellBuyer, ...draft } = c.req.valid('json')
      await c.var.edit('orders', (tx, context) =>
        trackOrder(tx, c.var.payments, id, draft, { ...context, seen, tellBuyer }),
      )
      return c.json(await present(c, id))
    },
  )
  .post(
    '/:id/notes',
    editing(),
    params(One),
    body(NoteDraft),
    answers('The order with the note.', OrderAnswer, 201),
    async (c) => {
      const { id } = c.req.valid('param')
      await c.var.edit('orders', (tx, context) => addNote(tx, id, c.req.valid('json').text, context))
      return c.json(await present(c, id), 201)
    },
  )
  .post(
    '/:id/mails',
    editing(),
    params(One),
    body(z.object({ mail: z.enum(['confirmation', 'downloads']) })),
    answers('The order; its buyer is written to again.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      const { mail } = c.req.valid('json')
      await c.var.edit('orders', (tx, context) => mailAgain(tx, c.var.payments, id, mail, context))
      return c.json(await present(c, id))
    },
  )
  .post(
    '/:id/settlement',
    editing(),
    params(One),
    body(Seen),
    answers('The order; nothing of it must be looked at any more.', OrderAnswer),
    async (c) => {
      const { id } = c.req.valid('param')
      await c.var.edit('orders', (tx, context) =>
        settleAttention(tx, id, { ...context, seen: c.req.valid('json').sequence }),
      )
      return c.json(await present(c, id))
    },
  )

function searchFor(c: Context<ApiEnv>, asked: OrderAsked) {
  const { payments, site } = c.var
  if (asked.website_id === '') throw new Refusal('orders-need-website')
  if (asked.website_id !== undefined && asked.website_id !== site.siteId) throw new Refusal('not-found')
  return searchOf(asked, { ...payments, websiteId: site.siteId, zone: site.zone })
}

async function present(c: Context<ApiEnv>, name: string): Promise<OrderAnswer> {
  const { administrators } = await listAccess(c.var.auth)
  const { rights, ...whole } = await c.var.inSite(async (tx) => {
    const found = await wholeOrder(tx, name, c.var.fileAt)
    return { ...found, rights: await usedRightsOf(tx, found.order.id) }
  })
  const emails = new Map(administrators.map(({ userId, email }) => [userId, email]))
  return orderAnswer(whole, { locale: c.var.site.locale, rights, emails })
}

/**
 * In the name of whoever asks for it. When the payment service cannot, the order is cancelled all the same, a job tries
 * again, and the owner sees that the money has not gone back yet.
 */
async function giveBack(c: Context<ApiEnv>, id: string): Promise<Refunded | null> {
  const { actor, edit, log, now, payments } = c.var
  if (actor.kind === 'visitor') throw new Refusal('not-signed-in')
  try {
    const done = await refundCancelled(payments, id, { userId: actor.userId, now })
    if (done === 'given') await edit('orders', (tx, context) => noteGiven(tx, id, context))
    return done
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.warn({ err: error.cause ?? error }, 'a refund has to be tried again')
    return null
  }
}
