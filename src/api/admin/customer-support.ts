import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { DownloadRow, presentRight } from '#api/admin/downloads.ts'
import { OrderEventAnswer } from '#api/admin/order-answers.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, query } from '#api/guards.ts'
import { AnswerDraft, SupportNoteDraft, tokenIn } from '#domain/customer-support/answer.ts'
import { rightDeeds } from '#domain/downloads/desk.ts'
import { downloadEvents, failureReasons } from '#domain/downloads/events.ts'
import { orderNumberOf } from '#domain/orders/lookup.ts'
import { orderStatuses } from '#domain/orders/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { listAccess } from '#server/accounts/access.ts'
import { answerCustomer, noteOnCustomer, orderOfLink, reissueLinks } from '#server/customer-support/actions.ts'
import { type Customer, customerOf, type Whom } from '#server/customer-support/find.ts'

const text = z.string()
const moment = z.iso.datetime()
/** Nobody when the shop itself did it. */
const who = z.strictObject({ userId: text, email: text.nullable() }).nullable()

/** What has happened with a customer; the newest first. */
const Happened = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ordered'), at: moment, number: text, total: z.int(), currency: text }),
  z.strictObject({ kind: z.literal('order'), at: moment, number: text, who, event: OrderEventAnswer }),
  z.strictObject({
    ...{ kind: z.literal('download'), at: moment, number: text, product: text, file: text.nullable() },
    ...{ type: z.enum(downloadEvents), reason: z.enum(failureReasons).nullable() },
  }),
  z.strictObject({
    ...{ kind: z.literal('right'), at: moment, number: text, product: text, who },
    deed: z.enum(rightDeeds),
  }),
  z.strictObject({ kind: z.literal('message'), at: moment, id: z.uuid(), isRead: z.boolean() }),
  z.strictObject({ kind: z.literal('answer'), at: moment, who, subject: text.nullable(), text: text.nullable() }),
  z.strictObject({ kind: z.literal('note'), at: moment, who, text: text.nullable() }),
])
export type Happened = z.output<typeof Happened>

const CustomerAnswer = z.strictObject({
  /** They have asked to be forgotten: there is nobody to write to. */
  isErased: z.boolean(),
  orders: z.array(
    z.strictObject({
      ...{ id: z.uuid(), number: text, status: z.enum(orderStatuses), createdAt: moment },
      ...{ total: z.int(), currency: text, isErased: z.boolean() },
    }),
  ),
  downloads: z.array(DownloadRow),
  timeline: z.array(Happened),
})
export type CustomerAnswer = z.output<typeof CustomerAnswer>

const Asked = z.object({
  /** An e-mail address that was hashed before it was sent: SHA-256 in hex. */
  buyer: text.regex(/^[0-9a-f]{64}$/).optional(),
  /** The number of one of their orders. */
  order: text.max(40).optional(),
})
type Asked = z.output<typeof Asked>

const Done = z.strictObject({})

/** For whoever helps a customer: all that is known of one, found by what the customer has at hand. */
export const customerSupport = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get('/', may('orders:read'), query(Asked), answers('One customer.', CustomerAnswer), async (c) => {
    const { payments, now } = c.var
    const found = await c.var.inSite((tx) => customerOf(tx, payments.sealer, whomOf(c, c.req.valid('query')), now))
    const { administrators } = await listAccess(c.var.auth)
    return c.json(present(found, new Map(administrators.map(({ userId, email }) => [userId, email])), now))
  })
  .post(
    '/link',
    may('orders:read'),
    body(z.object({ link: text.max(2_000) })),
    answers('The number of the order that a download link is for.', z.strictObject({ order: text })),
    async (c) => {
      const token = tokenIn(c.req.valid('json').link)
      if (!token) throw new Refusal('download-unknown')
      return c.json({ order: await c.var.inSite((tx) => orderOfLink(tx, c.var.payments, token)) })
    },
  )
  .post(
    '/notes',
    may('orders:edit'),
    body(Asked.extend(SupportNoteDraft.shape)),
    answers('It is kept.', Done),
    async (c) => {
      const { text: said, ...asked } = c.req.valid('json')
      const whom = whomOf(c, asked)
      await c.var.edit('orders', (tx, context) =>
        noteOnCustomer(tx, c.var.payments.sealer, { ...context, whom, text: said }),
      )
      return c.json({})
    },
  )
  .post(
    '/answers',
    may('orders:edit'),
    body(Asked.extend(AnswerDraft.shape)),
    answers('It is on its way.', Done),
    async (c) => {
      const { subject, text: said, ...asked } = c.req.valid('json')
      const { payments, contactService } = c.var
      const { name, locale, contact } = await c.var.siteNow()
      const about = {
        whom: whomOf(c, asked),
        draft: { subject, text: said },
        site: { name, locale, replyTo: contact.email },
      }
      await c.var.edit('orders', (tx, context) =>
        answerCustomer(tx, { sealer: payments.sealer, contact: contactService }, { ...context, ...about }),
      )
      return c.json({})
    },
  )
  .post(
    '/links',
    may('orders:edit'),
    body(z.object({ order: text.max(40) })),
    answers('New links are on their way.', Done),
    async (c) => {
      const { payments } = c.var
      const { order } = c.req.valid('json')
      const { days } = payments.downloads
      await c.var.edit('orders', (tx, context) => reissueLinks(tx, payments, order, { ...context, days }))
      return c.json({})
    },
  )

function whomOf(c: Context<ApiEnv>, { buyer, order }: Asked): Whom {
  if (order) return { orderNumber: orderNumberOf(order) }
  if (!buyer) throw new Refusal('not-found')
  return { emailIndex: c.var.payments.blindIndexOfHash(c.var.site.siteId, Buffer.from(buyer, 'hex')) }
}

function present(customer: Customer, emails: ReadonlyMap<string, string>, now: Date): CustomerAnswer {
  const numberOf = new Map(customer.orders.map(({ id, orderNumber }) => [id, orderNumber]))
  const rightOf = new Map(customer.rights.map((right) => [right.id, right]))
  const person = (userId: string | null) => (userId === null ? null : { userId, email: emails.get(userId) ?? null })
  // Of what happened at the same moment, the order came first.
  const timeline: Happened[] = [
    ...customer.notes.toReversed().map(({ kind, createdAt, userId, written }) => {
      const common = { at: createdAt.toISOString(), who: person(userId), text: written?.text ?? null }
      return kind === 'note'
        ? { kind: 'note' as const, ...common }
        : { kind: 'answer' as const, ...common, subject: written?.subject ?? null }
    }),
    ...customer.messages.map(({ id, receivedAt, readAt }) => ({
      ...{ kind: 'message' as const, at: receivedAt.toISOString(), id, isRead: readAt !== null },
    })),
    ...customer.deeds.flatMap(({ downloadId, action, userId, at }) => {
      const deed = rightDeeds.find((each) => each === action)
      const { orderNumber: number, product } = rightOf.get(downloadId)!
      return deed ? [{ kind: 'right' as const, at: at.toISOString(), number, product, who: person(userId), deed }] : []
    }),
    ...customer.downloads.map(({ downloadId, eventType: type, reason, createdAt, file }) => ({
      ...{ kind: 'download' as const, at: createdAt.toISOString(), type, reason, file },
      ...{ number: rightOf.get(downloadId)!.orderNumber, product: rightOf.get(downloadId)!.product },
    })),
    ...customer.orderEvents.toReversed().map(({ orderId, at, event, userId }) => ({
      ...{ kind: 'order' as const, at: at.toISOString(), number: numberOf.get(orderId)!, who: person(userId), event },
    })),
    ...customer.orders.map(({ orderNumber: number, totalAmount: total, currency, createdAt }) => ({
      ...{ kind: 'ordered' as const, at: createdAt.toISOString(), number, total, currency },
    })),
  ]
  return {
    isErased: customer.emailIndex === null,
    orders: customer.orders.map(({ id, orderNumber: number, status, createdAt, totalAmount: total, ...order }) => ({
      ...{ id, number, status, createdAt: createdAt.toISOString(), total },
      ...{ currency: order.currency, isErased: order.erasedAt !== null },
    })),
    downloads: customer.rights.map((right) => presentRight(right, now)),
    timeline: timeline.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
  }
}
