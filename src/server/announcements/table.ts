import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { announcementStyles, announcementTypes } from '#domain/announcements/announcement.ts'
import { createRolePolicy } from '#server/db/access.ts'
import {
  demoFlagColumn,
  siteColumns,
  siteConstraints,
  sqlTextList,
  timestamps,
  timestamptz,
} from '#server/sites/site-table.ts'

export const announcements = pgTable(
  'announcements',
  {
    ...siteColumns(),
    activityLogId: uuid(),
    title: text().notNull(),
    message: text().notNull(),
    linkUrl: text(),
    linkText: text(),
    announcementType: text({ enum: announcementTypes }).notNull().default('general'),
    style: text({ enum: announcementStyles }).notNull().default('info'),
    isActive: boolean().notNull().default(true),
    isDismissible: boolean().notNull().default(true),
    priority: integer().notNull().default(0),
    startDate: timestamptz(),
    endDate: timestamptz(),
    sequence: integer().notNull().default(0),
    ...timestamps(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    index('announcements_order').on(t.websiteId, t.priority.desc(), t.createdAt.desc()),
    check('announcements_title_said', sql`${t.title} <> ''`),
    check('announcements_link_open', sql`${t.linkUrl} ~* '^(https?://|mailto:|/([^/\\\\]|$))'`),
    check('announcements_type_known', sql`${t.announcementType} in (${sqlTextList(announcementTypes)})`),
    check('announcements_style_known', sql`${t.style} in (${sqlTextList(announcementStyles)})`),
    check('announcements_window_open', sql`${t.startDate} < ${t.endDate}`),
    check('announcements_sequence_up', sql`${t.sequence} >= 0`),
    createRolePolicy('visitor', 'select', { condition: sql`${t.isActive}` }),
    createRolePolicy('administrator', 'all'),
  ],
)
