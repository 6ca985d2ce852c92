import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createRolePolicy } from '#server/db/access.ts'
import { pictures } from '#server/images/table.ts'
import { demoFlagColumn, siteColumns, siteConstraints, timestamps, timestamptz } from '#server/sites/site-table.ts'

export const galleryImages = pgTable(
  'gallery_images',
  {
    ...siteColumns(),
    pictureId: uuid().notNull(),
    caption: text().notNull().default(''),
    /** The text for screen readers; empty until an administrator writes it. */
    alt: text().notNull().default(''),
    takenOn: date(),
    /** The lowest comes first. */
    position: integer().notNull(),
    isPublished: boolean().notNull().default(true),
    sequence: integer().notNull().default(0),
    /** Taken away, and for a moment still to be had back. */
    removedAt: timestamptz(),
    ...timestamps(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'gallery_images_picture',
      columns: [t.websiteId, t.pictureId],
      foreignColumns: [pictures.websiteId, pictures.id],
    }),
    index('gallery_images_order').on(t.websiteId, t.position, t.id),
    index('gallery_images_picture').on(t.websiteId, t.pictureId),
    check('gallery_images_sequence_up', sql`${t.sequence} >= 0`),
    createRolePolicy('visitor', 'select', { condition: sql`${t.isPublished} and ${t.removedAt} is null` }),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete', { condition: sql`${t.removedAt} is not null` }),
    createRolePolicy('administrator', 'all'),
  ],
)
