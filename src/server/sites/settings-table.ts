import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { SettingsGroup, SettingValues } from '#domain/sites/settings.ts'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** A delivery method without its prices, which are rows of `delivery_rates`. */
export type DeliveryMethod = Omit<SettingValues['delivery'][number], 'tiers'>

/** What the owner has set otherwise than the starter, the site's file; null is what the starter says. */
export const siteSettings = pgTable(
  'site_settings',
  {
    websiteId: uuid()
      .primaryKey()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    contactEmail: text(),
    social: jsonb().$type<{ link: string; icon: string; label: string }[]>(),
    features: jsonb().$type<SettingValues['features']>(),
    mailingList: jsonb().$type<SettingValues['mailingList']>(),
    region: jsonb().$type<SettingValues['region']>(),
    delivery: jsonb().$type<DeliveryMethod[]>(),
    vat: jsonb().$type<SettingValues['vat']>(),
    downloads: jsonb().$type<SettingValues['downloads']>(),
    passwords: jsonb().$type<SettingValues['passwords']>(),
    /** The number of the last change. */
    sequence: integer().notNull().default(0),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    createSitePolicy(),
    check('site_settings_social_list', sql`jsonb_typeof(${t.social}) = 'array'`),
    check('site_settings_delivery_list', sql`jsonb_typeof(${t.delivery}) = 'array'`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

/**
 * What delivery costs: with this method (`zone` is its id), for products of this profile, from this value of the goods
 * on. There is one profile and one basis today.
 */
export const deliveryRates = pgTable(
  'delivery_rates',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    zone: text().notNull(),
    profile: text().notNull().default('standard'),
    basis: text().notNull().default('subtotal'),
    /** Minor units of the site's currency, like the price. */
    from: integer().notNull(),
    price: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.zone, t.profile, t.basis, t.from] }),
    createSitePolicy(),
    check('delivery_rates_amounts', sql`${t.from} >= 0 and ${t.price} >= 0`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

/** Every value that a group of settings ever had. No role may update or delete a row. */
export const settingsHistory = pgTable(
  'settings_history',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    /** The `sequence` of the settings after this change. */
    number: integer().notNull(),
    group: text().$type<SettingsGroup>().notNull(),
    /** Null: as in the starter. */
    value: jsonb().$type<SettingValues[SettingsGroup]>(),
    /** The change whose value this one has brought back. */
    restores: integer(),
    /** Null for what was set before there was a history. */
    userId: text(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.number, t.group] }),
    index('settings_history_group').on(t.websiteId, t.group, t.number.desc()),
    createSitePolicy(),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'insert'),
  ],
)
