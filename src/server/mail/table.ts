import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sealedColumn } from '#server/crypto/sealer.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

export const mailStates = ['queued', 'sent', 'failed'] as const

/** Queued mails, and the outcome of earlier ones. Nothing here names a recipient or quotes a mail. */
export const mails = pgTable(
  'mails',
  {
    ...siteColumns(),
    /** The whole mail, sealed; gone as soon as it is sent. */
    content: sealedColumn(),
    state: text({ enum: mailStates }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    createdAt: timestamptz().notNull().defaultNow(),
    /** Set just before the end of the message is sent; from then on the server may have it. */
    handedOverAt: timestamptz(),
    sentAt: timestamptz(),
    /** Why the last attempt failed, without personal data. */
    failure: text(),
  },
  (t) => {
    const fresh = sql`${t.state} = 'queued' and ${t.attempts} = 0 and ${t.handedOverAt} is null`
    return [
      ...siteConstraints(t),
      index('mails_age').on(t.websiteId, t.createdAt),
      check('mails_state_known', sql`${t.state} in (${sql.raw(mailStates.map((state) => `'${state}'`).join(', '))})`),
      check('mails_content_while_queued', sql`${t.state} <> 'queued' or ${t.content} is not null`),
      check('mails_content_gone_when_sent', sql`${t.state} <> 'sent' or ${t.content} is null`),
      check('mails_sent_at_some_time', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
      createRolePolicy('visitor', 'insert', { condition: fresh }),
      createRolePolicy('administrator', 'insert', { condition: fresh }),
      createRolePolicy('checkout', 'insert', { condition: fresh }),
      createRolePolicy('auth_service', 'insert', { condition: fresh }),
      createRolePolicy('administrator', 'select', { columns: [t.id, t.state, t.createdAt] }),
      createRolePolicy('administrator', 'select', { columns: [t.websiteId, t.failure, t.attempts] }),
      createRolePolicy('worker', 'all'),
    ]
  },
)
