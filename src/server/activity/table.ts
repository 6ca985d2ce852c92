import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Json } from '#domain/activity/activity.ts'
import { may, thisUser } from '#server/db/access.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'

/** What was done on a website, by whom and when. Nobody changes or removes a line. */
export const activityLogs = pgTable(
  'activity_logs',
  {
    ...siteKeys(),
    userId: uuid(),
    resourceType: text().notNull(),
    resourceId: uuid(),
    resourceName: text(),
    action: text().notNull(),
    details: jsonb().$type<Record<string, Json>>().notNull().default({}),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => {
    const own = sql`${t.userId}::text is not distinct from ${thisUser}`
    return [
      ...ofSite(t),
      index('activity_logs_time').on(t.websiteId, t.createdAt.desc()),
      index('activity_logs_kind').on(t.websiteId, t.resourceType, t.createdAt.desc()),
      check('activity_logs_said', sql`${t.resourceType} <> '' and ${t.action} <> ''`),
      may('visitor', 'insert', { when: own }),
      may('administrator', 'insert', { when: own }),
      may('checkout', 'insert', { when: own }),
      may('worker', 'insert', { when: own }),
      // Whoever signs in is nobody yet when the transaction begins.
      may('auth_service', 'insert'),
      may('administrator', 'select'),
    ]
  },
)
