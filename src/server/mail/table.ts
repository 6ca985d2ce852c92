import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sealed } from '#server/crypto/sealed.ts'
import { may } from '#server/db/access.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'

export const mailStates = ['queued', 'sent', 'failed'] as const

/** Mails that wait, and what became of those that do not. Nothing here says who was written what. */
export const mails = pgTable(
  'mails',
  {
    ...siteKeys(),
    /** The whole mail, sealed; gone as soon as it is sent. */
    content: sealed(),
    state: text({ enum: mailStates }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    /** When a mail server was about to be told the last of it; after that it may have the mail. */
    handedOverAt: moment(),
    sentAt: moment(),
    /** Why the last try came to nothing, in words that name nobody. */
    failure: text(),
  },
  (t) => {
    const fresh = sql`${t.state} = 'queued' and ${t.attempts} = 0 and ${t.handedOverAt} is null`
    return [
      ...ofSite(t),
      index('mails_age').on(t.websiteId, t.createdAt),
      check('mails_state_known', sql`${t.state} in (${sql.raw(mailStates.map((state) => `'${state}'`).join(', '))})`),
      check('mails_content_while_queued', sql`${t.state} <> 'queued' or ${t.content} is not null`),
      check('mails_content_gone_when_sent', sql`${t.state} <> 'sent' or ${t.content} is null`),
      check('mails_sent_at_some_time', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
      may('visitor', 'insert', { when: fresh }),
      may('administrator', 'insert', { when: fresh }),
      may('checkout', 'insert', { when: fresh }),
      may('auth_service', 'insert', { when: fresh }),
      may('administrator', 'select', { columns: [t.id, t.state, t.createdAt] }),
      may('administrator', 'select', { columns: [t.websiteId, t.failure, t.attempts] }),
      may('worker', 'all'),
    ]
  },
)
