import { sql } from 'drizzle-orm'
import { check, customType, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { availabilities, showStatuses } from '#domain/tour/show.ts'
import { createRolePolicy } from '#server/db/access.ts'
import {
  demoFlagColumn,
  siteColumns,
  siteConstraints,
  sqlTextList,
  timestamps,
  timestamptz,
} from '#server/sites/site-table.ts'

/** PostgreSQL answers `20:30:00`; people write `20:30`. */
const localTime = customType<{ data: string; driverData: string }>({
  dataType: () => 'time(0)',
  fromDriver: (value) => value.slice(0, 5),
})

export const performances = pgTable(
  'performances',
  {
    ...siteColumns(),
    slug: text().notNull(),
    date: date().notNull(),
    time: localTime(),
    doorsTime: localTime(),
    zone: text().notNull(),
    venue: text().notNull(),
    address: text(),
    city: text().notNull(),
    postCode: text(),
    countyRegion: text(),
    country: text().notNull(),
    eventType: text(),
    bookingLink: text(),
    onSaleAt: timestamptz(),
    priceNotes: text(),
    venueNotes: text(),
    additionalInfo: text(),
    supportActs: text().array().notNull().default([]),
    imageUrl: text(),
    imageAlt: text(),
    tags: text().array().notNull().default([]),
    status: text({ enum: showStatuses }).notNull().default('draft'),
    availability: text({ enum: availabilities }).notNull().default('scheduled'),
    /** When visitors could see it first. */
    announcedAt: timestamptz(),
    /** The date that was announced before this one. */
    previousDate: date(),
    /** How often it was changed: calendars replace what they hold by what has a higher number. */
    sequence: integer().notNull().default(0),
    ...timestamps(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('performances_slug').on(t.websiteId, t.slug),
    index('performances_date').on(t.websiteId, t.date),
    check('performances_slug_plain', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('performances_country_code', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('performances_place_said', sql`${t.venue} <> '' and ${t.city} <> '' and ${t.zone} <> ''`),
    check('performances_link_web', sql`${t.bookingLink} ~ '^https?://'`),
    check('performances_image_link', sql`${t.imageUrl} ~ '^(https?:/)?/[^/]'`),
    check('performances_status_known', sql`${t.status} in (${sqlTextList(showStatuses)})`),
    check('performances_availability_known', sql`${t.availability} in (${sqlTextList(availabilities)})`),
    check('performances_sequence_up', sql`${t.sequence} >= 0`),
    createRolePolicy('visitor', 'select', { condition: sql`${t.status} <> 'draft'` }),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)
