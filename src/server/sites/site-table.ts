import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { newId } from '#server/db/id.ts'
import { websites } from '#server/sites/table.ts'

/** The first columns of every table of a website; both have defaults. */
export const siteColumns = () => ({
  id: uuid().notNull().$defaultFn(newId),
  websiteId: uuid()
    .notNull()
    .default(selectedSiteId)
    .references(() => websites.websiteId, { onDelete: 'cascade' }),
})

/**
 * What makes a table one of a website's. The key carries the website, so that a foreign key to it must do so too
 * (foreign keys see rows through every policy), and its index serves every look-up by id.
 */
export const siteConstraints = (t: { websiteId: AnyPgColumn; id: AnyPgColumn }) => [
  primaryKey({ columns: [t.websiteId, t.id] }),
  createSitePolicy(),
]

/**
 * Demo content, which can be removed in one step (`server/demo`). Only the transaction that fills a site sets `app.demo`;
 * what refers to a marked row goes with it.
 */
export const demoFlagColumn = () =>
  boolean().notNull().default(sql`coalesce(current_setting('app.demo', true), '') = 'on'`)

/** Quoted values for the `in (…)` of a check. */
export const sqlTextList = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '))

export const timestamptz = () => timestamp({ withTimezone: true })

export const timestamps = () => ({
  createdAt: timestamptz().notNull().defaultNow(),
  updatedAt: timestamptz()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date()),
})
