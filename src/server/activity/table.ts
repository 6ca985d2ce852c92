import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Json } from '#domain/activity/activity.ts'
import { createRolePolicy, currentUserId } from '#server/db/access.ts'
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
      createRolePolicy('visitor', 'insert', { condition: own }),
      createRolePolicy('administrator', 'insert', { condition: own }),
      createRolePolicy('checkout', 'insert', { condition: own }),
      createRolePolicy('worker', 'insert', { condition: own }),
      // During sign-in the transaction has no user yet.
      createRolePolicy('auth_service', 'insert'),
      createRolePolicy('administrator', 'select'),
    ]
  },
)
