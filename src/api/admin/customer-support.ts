import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { DownloadRow, presentDownloadRight } from '#api/admin/downloads.ts'
import { OrderEventAnswer } from '#api/admin/order-answers.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, EmptyAnswer, may, query, timestamp } from '#api/guards.ts'
import { AnswerDraft, downloadTokenIn, SupportNoteDraft } from '#domain/customer-support/answer.ts'
import { loggedDownloadActions } from '#domain/downloads/admin-actions.ts'
import { downloadEventSchemas, failureReasons } from '#domain/downloads/events.ts'
import { normalizeOrderNumber } from '#domain/orders/lookup.ts'
import { orderStatuses } from '#domain/orders/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { listAccess } from '#server/accounts/access.ts'
import {
  addCustomerNote,
  answerCustomer,
  mailNewDownloadLinks,
  orderNumberOfDownloadLink,
} from '#server/customer-support/commands.ts'
import { type Customer, type CustomerKey, loadCustomer } from '#server/customer-support/queries.ts'

const text = z.string()
/** Null when the server did it. */
const userOrServer = z.strictObject({ userId: text, email: text.nullable() }).nullable()

/** One event of a customer's timeline, newest first. */
const TimelineEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ordered'), at: timestamp, number: text, total: z.int(), currency: text }),
  z.strictObject({ kind: z.literal('order'), at: timestamp, number: text, who: userOrServer, event: OrderEventAnswer }),
  z.strictObject({
    kind: z.literal('download'),
    at: timestamp,
    number: text,
    product: text,
    file: text.nullable(),
    type: z.enum(downloadEventSchemas),
    reason: z.enum(failureReasons).nullable(),
  }),
  z.strictObject({
    kind: z.literal('right'),
    at: timestamp,
    number: text,
    product: text,
    who: userOrServer,
    action: z.enum(loggedDownloadActions),
  }),
  z.strictObject({ kind: z.literal('message'), at: timestamp, id: z.uuid(), isRead: z.boolean() }),
  z.strictObject({
    kind: z.literal('answer'),
    at: timestamp,
    who: userOrServer,
    subject: text.nullable(),
    text: text.nullable(),
  }),
  z.strictObject({ kind: z.literal('note'), at: timestamp, who: userOrServer, text: text.nullable() }),
])
export type TimelineEvent = z.output<typeof TimelineEvent>

const CustomerAnswer = z.strictObject({
  /** The customer was erased, so no mail can be sent. */
  isErased: z.boolean(),
  orders: z.array(
    z.strictObject({
      id: z.uuid(),
      number: text,
      status: z.enum(orderStatuses),
      createdAt: timestamp,
      total: z.int(),
      currency: text,
      isErased: z.boolean(),
    }),
  ),
  downloads: z.array(DownloadRow),
  timeline: z.array(TimelineEvent),
})
export type CustomerAnswer = z.output<typeof CustomerAnswer>

const CustomerQuery = z.object({
  /** The SHA-256 of an e-mail address, in hex: the address itself is not sent. */
  buyer: text.regex(/^[0-9a-f]{64}$/).optional(),
  /** The number of one of their orders. */
  order: text.max(40).optional(),
})
type CustomerQuery = z.output<typeof CustomerQuery>

/** Finds a customer by e-mail address, order number or download link, and returns everything stored about them. */
export const customerSupportRoutes = new Hono<ApiEnv>()
  .use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  .get(
    '/',
    may('orders:read'),
    query(CustomerQuery),
    answers('Returns one customer with orders, downloads and timeline.', CustomerAnswer),
    async (c) => {
      const { now } = c.var
      const { payments } = c.var.services
      const found = await c.var.inSite((tx) =>
        loadCustomer(tx, payments.sealer, customerKeyOf(c, c.req.valid('query')), now),
      )
      const { administrators } = await listAccess(c.var.auth)
      return c.json(present(found, new Map(administrators.map(({ userId, email }) => [userId, email])), now))
    },
  )
  .post(
    '/link',
    may('orders:read'),
    body(z.object({ link: text.max(2_000) })),
    answers('Returns the number of the order that a download link belongs to.', z.strictObject({ order: text })),
    async (c) => {
      const token = downloadTokenIn(c.req.valid('json').link)
      if (!token) throw new Refusal('download-unknown')
      return c.json({
        order: await c.var.inSite((tx) => orderNumberOfDownloadLink(tx, c.var.services.payments, token)),
      })
    },
  )
  .post(
    '/notes',
    may('orders:edit'),
    body(CustomerQuery.extend(SupportNoteDraft.shape)),
    answers('Adds a note about the customer.', EmptyAnswer),
    async (c) => {
      const { text: noteText, ...query } = c.req.valid('json')
      const customer = customerKeyOf(c, query)
      await c.var.edit('orders', (tx, context) =>
        addCustomerNote(tx, c.var.services.payments.sealer, { ...context, customer, text: noteText }),
      )
      return c.json({})
    },
  )
  .post(
    '/answers',
    may('orders:edit'),
    body(CustomerQuery.extend(AnswerDraft.shape)),
    answers('Sends a mail to the customer and stores a copy.', EmptyAnswer),
    async (c) => {
      const { subject, text: mailText, ...query } = c.req.valid('json')
      const { payments, contactService } = c.var.services
      const { name, locale, contact } = c.var.site
      const mail = {
        customer: customerKeyOf(c, query),
        draft: { subject, text: mailText },
        site: { name, locale, replyTo: contact.email },
      }
      await c.var.edit('orders', (tx, context) =>
        answerCustomer(tx, { sealer: payments.sealer, contact: contactService }, { ...context, ...mail }),
      )
      return c.json({})
    },
  )
  .post(
    '/links',
    may('orders:edit'),
    body(z.object({ order: text.max(40) })),
    answers('Replaces the download links of an order and mails the new ones.', EmptyAnswer),
    async (c) => {
      const { payments } = c.var.services
      const { order } = c.req.valid('json')
      const { days } = c.var.site.shop.downloads
      await c.var.edit('orders', (tx, context) => mailNewDownloadLinks(tx, payments, order, { ...context, days }))
      return c.json({})
    },
  )

function customerKeyOf(c: Context<ApiEnv>, { buyer, order }: CustomerQuery): CustomerKey {
  if (order) return { orderNumber: normalizeOrderNumber(order) }
  if (!buyer) throw new Refusal('not-found')
  return { emailIndex: c.var.services.payments.blindIndexOfHash(c.var.site.siteId, Buffer.from(buyer, 'hex')) }
}

const present = (customer: Customer, emails: EmailsByUserId, now: Date): CustomerAnswer => ({
  isErased: customer.emailIndex === null,
  orders: customer.orders.map(({ id, orderNumber: number, status, createdAt, totalAmount: total, ...order }) => ({
    id,
    number,
    status,
    createdAt: createdAt.toISOString(),
    total,
    currency: order.currency,
    isErased: order.erasedAt !== null,
  })),
  downloads: customer.rights.map((right) => presentDownloadRight(right, now)),
  timeline: timelineOf(customer, emails),
})

type EmailsByUserId = ReadonlyMap<string, string>

/** Newest first. Events of the same moment keep this order, so that the order stands below what followed it. */
function timelineOf(customer: Customer, emails: EmailsByUserId): TimelineEvent[] {
  const userAnswer = (userId: string | null) => (userId === null ? null : { userId, email: emails.get(userId) ?? null })
  const events = [
    ...correspondenceEvents(customer, userAnswer),
    ...downloadEventsOf(customer, userAnswer),
    ...orderEventsOf(customer, userAnswer),
  ]
  return events.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

type PersonOf = (userId: string | null) => { userId: string; email: string | null } | null

const correspondenceEvents = ({ notes, messages }: Customer, person: PersonOf): TimelineEvent[] => [
  ...notes.toReversed().map(({ kind, createdAt, userId, written }) => {
    const common = { at: createdAt.toISOString(), who: person(userId), text: written?.text ?? null }
    return kind === 'note'
      ? { kind: 'note' as const, ...common }
      : { kind: 'answer' as const, ...common, subject: written?.subject ?? null }
  }),
  ...messages.map(({ id, receivedAt, readAt }) => ({
    kind: 'message' as const,
    at: receivedAt.toISOString(),
    id,
    isRead: readAt !== null,
  })),
]

function downloadEventsOf({ rights, rightChanges, downloads }: Customer, person: PersonOf): TimelineEvent[] {
  const rightOf = new Map(rights.map((right) => [right.id, right]))
  const describeDownload = (downloadId: string, at: Date) => {
    const { orderNumber: number, product } = rightOf.get(downloadId)!
    return { at: at.toISOString(), number, product }
  }
  return [
    ...rightChanges.flatMap(({ downloadId, action, userId, at }) => {
      const known = loggedDownloadActions.find((each) => each === action)
      return known
        ? [{ kind: 'right' as const, ...describeDownload(downloadId, at), who: person(userId), action: known }]
        : []
    }),
    ...downloads.map(({ downloadId, eventType: type, reason, createdAt, file }) => ({
      kind: 'download' as const,
      ...describeDownload(downloadId, createdAt),
      type,
      reason,
      file,
    })),
  ]
}

function orderEventsOf({ orders, orderEvents }: Customer, person: PersonOf): TimelineEvent[] {
  const numberOf = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]))
  return [
    ...orderEvents.toReversed().map(({ orderId, at, event, userId }) => ({
      kind: 'order' as const,
      at: at.toISOString(),
      number: numberOf.get(orderId)!,
      who: person(userId),
      event,
    })),
    ...orders.map(({ orderNumber: number, totalAmount: total, currency, createdAt }) => ({
      kind: 'ordered' as const,
      at: createdAt.toISOString(),
      number,
      total,
      currency,
    })),
  ]
}
