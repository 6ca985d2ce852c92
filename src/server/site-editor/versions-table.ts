import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { versionStates } from '#domain/site-editor/version-list.ts'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/**
 * The documents of a website (`SiteDocument`): at most one draft, one scheduled and one published. Without a published
 * one the site is as its starter. A version that was published before, or a draft that was put aside, is superseded.
 */
export const siteVersions = pgTable(
  'site_versions',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    /** Counted from 1. */
    number: integer().notNull(),
    state: text({ enum: versionStates }).notNull(),
    document: jsonb().$type<SiteDocument>().notNull(),
    schemaVersion: integer().notNull(),
    /** The version that was published when this draft was begun, or the one that it restores. */
    basedOn: integer(),
    /** When a scheduled version is to be published. */
    publishAt: timestamptz(),
    publishedAt: timestamptz(),
    note: text().notNull().default(''),
    /** Who edited it last. */
    userId: text(),
    /** Who chose the time of a publication that is scheduled, or that has happened by itself. */
    scheduledBy: text(),
    /** Null for a publication that was scheduled. */
    publishedBy: text(),
    /** Raised by each edit of the draft. */
    sequence: integer().notNull().default(0),
    /** The `sequence` at which each part was edited last: editors of different parts do not get in each other's way. */
    partSequences: jsonb().$type<Record<string, number>>().notNull().default({}),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.number] }),
    foreignKey({ columns: [t.websiteId, t.basedOn], foreignColumns: [t.websiteId, t.number] }),
    uniqueIndex('site_versions_one_draft').on(t.websiteId).where(sql`${t.state} = 'draft'`),
    uniqueIndex('site_versions_one_scheduled').on(t.websiteId).where(sql`${t.state} = 'scheduled'`),
    uniqueIndex('site_versions_one_published').on(t.websiteId).where(sql`${t.state} = 'published'`),
    index('site_versions_due').on(t.publishAt).where(sql`${t.state} = 'scheduled'`),
    createSitePolicy(),
    check('site_versions_states', sql`${t.state} in ('draft', 'scheduled', 'published', 'superseded')`),
    check('site_versions_number', sql`${t.number} > 0`),
    check(
      'site_versions_document',
      sql`jsonb_typeof(${t.document}) = 'object' and octet_length(${t.document}::text) <= 600000`,
    ),
    check('site_versions_scheduled', sql`(${t.state} = 'scheduled') = (${t.publishAt} is not null)`),
    check('site_versions_published', sql`${t.state} <> 'published' or ${t.publishedAt} is not null`),
    createRolePolicy('visitor', 'select', { condition: sql`${t.state} = 'published'` }),
    createRolePolicy('preview', 'select', { condition: sql`${t.state} in ('draft', 'published')` }),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'update'),
    createRolePolicy('administrator', 'all'),
  ],
)
