import { Hono } from 'hono'
import { z } from 'zod'
import { requireSameOrigin } from '#api/accounts/auth-context.ts'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { messageList } from '#domain/contact/message-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { contactTexts } from '#domain/texts/own-words.ts'
import {
  countUnread,
  deleteMessages,
  type ListedMessage,
  listMessages,
  markMessages,
  type OpenedMessage,
  openMessages,
  resendMessage,
} from '#server/contact/messages.ts'
import { mailStates } from '#server/mail/table.ts'

const text = z.string()
export const ListedMessageSchema = z.strictObject({
  id: z.uuid(),
  receivedAt: timestamp,
  readAt: timestamp.nullable(),
  /** What became of its mail to the owner; null when that is not known any more. */
  mail: z.enum(mailStates).nullable(),
  /** Who wrote and about what; null when the message cannot be read. */
  about: z.strictObject({ name: text, subject: text }).nullable(),
})
export type ListedMessageAnswer = z.output<typeof ListedMessageSchema>

export const presentMessage = ({ id, receivedAt, readAt, mail, about }: ListedMessage): ListedMessageAnswer => ({
  id,
  receivedAt: receivedAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
  mail,
  about: about && { name: about.name, subject: about.subject },
})

const Content = z.strictObject({ name: text, email: text, subject: text, message: text })
const OpenedMessageSchema = z.strictObject({
  id: z.uuid(),
  content: Content.nullable(),
  /** Why there is no content. */
  problem: text.nullable(),
})
export type OpenedMessageAnswer = z.output<typeof OpenedMessageSchema>

const unreadableReasons = { 'no-key': contactTexts.noKey, damaged: contactTexts.damaged }

function presentOpened(opened: OpenedMessage): OpenedMessageAnswer {
  if ('unreadable' in opened) return { id: opened.id, content: null, problem: unreadableReasons[opened.unreadable] }
  const { name, email, subject, message } = opened.content
  return { id: opened.id, content: { name, email, subject, message }, problem: null }
}

const IdParams = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(100)
const ChangeCount = z.strictObject({ changed: z.int() })

/** Messages of visitors. The list shows sender and subject; the log records who opens the text of a message. */
export const messagesRoutes = new Hono<ApiEnv>()
  .use(requireSameOrigin)
  .get(
    '/',
    may('messages:read'),
    query(listQuerySchema(messageList)),
    answers(
      'Lists messages, the newest first, a page at a time.',
      z.strictObject({
        messages: z.array(ListedMessageSchema),
        total: z.int(),
        unread: z.int(),
        /** No mail server is set up: a mail that counts as sent is a file on the server. */
        mailsAreFiles: z.boolean(),
      }),
    ),
    async (c) => {
      const { show, ...page } = c.req.valid('query')
      const {
        messages: found,
        total,
        unread,
      } = await c.var.inSite(async (tx) => ({
        ...(await listMessages(tx, c.var.services.contactService, { unread: show === 'unread', ...page })),
        unread: await countUnread(tx),
      }))
      const mailsAreFiles = c.var.services.localMails.stay
      return c.json({ messages: found.map(presentMessage), total, unread, mailsAreFiles })
    },
  )
  .post(
    '/open',
    may('messages:read'),
    body(z.object({ ids })),
    answers('Decrypts messages and records the access in the activity log.', z.array(OpenedMessageSchema)),
    async (c) => {
      const { ids: chosen } = c.req.valid('json')
      const opened = await c.var.edit('contact', (tx, context) =>
        openMessages(tx, c.var.services.contactService, chosen, context),
      )
      return c.json(opened.map(presentOpened))
    },
  )
  .post(
    '/marks',
    may('messages:edit'),
    body(z.object({ ids, read: z.boolean() })),
    answers('Marks messages as read or unread; returns how many changed.', ChangeCount),
    async (c) => {
      const { ids: chosen, read } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('contact', (tx, context) => markMessages(tx, chosen, read, context)) })
    },
  )
  .post(
    '/bulk-delete',
    may('messages:edit'),
    body(z.object({ ids })),
    answers('Deletes messages; returns the count.', DeleteAnswer),
    async (c) =>
      c.json(await c.var.edit('contact', (tx, context) => deleteMessages(tx, c.req.valid('json').ids, context))),
  )
  .post(
    '/:id/mail',
    may('messages:edit'),
    params(IdParams),
    answers('Sends the mail about a message again.', ChangeCount),
    async (c) => {
      const { site } = c.var
      const to = site.contact.email
      if (!to) throw new Refusal('contact-no-address')
      const { id } = c.req.valid('param')
      await c.var.edit('contact', (tx, context) =>
        resendMessage(tx, c.var.services.contactService, id, { ...context, site, to }),
      )
      return c.json({ changed: 1 })
    },
  )
