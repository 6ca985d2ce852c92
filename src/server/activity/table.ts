import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Json } from '#domain/activity/activity.ts'
import { allow, currentUserId } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

/** The activity log of a website. No role may update or delete a line. */
export const activityLogs = pgTable(
  'activity_logs',
  {
    ...siteColumns(),
    userId: uuid(),
    resourceType: text().notNull(),
    resourceId: uuid(),
    resourceName: text(),
    action: text().notNull(),
    details: jsonb().$type<Record<string, Json>>().notNull().default({}),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (t) => {
    const own = sql`${t.userId}::text is not distinct from ${currentUserId}`
    return [
      ...siteConstraints(t),
      index('activity_logs_time').on(t.websiteId, t.createdAt.desc()),
      index('activity_logs_kind').on(t.websiteId, t.resourceType, t.createdAt.desc()),
      check('activity_logs_said', sql`${t.resourceType} <> '' and ${t.action} <> ''`),
      allow('visitor', 'insert', { condition: own }),
      allow('administrator', 'insert', { condition: own }),
      allow('checkout', 'insert', { condition: own }),
      allow('worker', 'insert', { condition: own }),
      // During sign-in the transaction has no user yet.
      allow('auth_service', 'insert'),
      allow('administrator', 'select'),
    ]
  },
)
