import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sealedColumn } from '#server/crypto/sealer.ts'
import { createRolePolicy, createSitePolicy, currentUserId, selectedSiteId } from '#server/db/access.ts'
import { newId } from '#server/db/id.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** A person has one account for all websites of the installation, so this table and its details have no `website_id`. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    email: text().notNull(),
    passwordHash: text().notNull(),
    /** An account exists only once its address is proven. */
    emailVerifiedAt: timestamptz().notNull(),
    /** Counts up with each new password, which ends resets and challenges of an older one. */
    passwordVersion: integer().notNull().default(0),
    /** Counted up to end every session of the user on all websites at once. */
    generation: integer().notNull().default(0),
    /** Links "This was not me" that were mailed under an older version of the password have ended. */
    disownLinksFrom: integer().notNull().default(0),
    /** When the oldest of the other ones was mailed; null without any. */
    disownableSince: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    unique('users_email').on(t.email),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and ${t.email} <> ''`),
    check('users_password_argon2id', sql`${t.passwordHash} like '$argon2id$%'`),
    createRolePolicy('auth_service', 'all'),
  ],
)

const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const factors = pgTable(
  'factors',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: ofUser(),
    status: text({ enum: ['unverified', 'verified'] })
      .notNull()
      .default('unverified'),
    friendlyName: text().notNull(),
    secret: sealedColumn().notNull(),
    /** The latest TOTP time step whose code was accepted: no code is accepted twice. */
    lastUsedStep: bigint({ mode: 'number' }),
    /** Wrong codes of browsers that have never signed in, from all networks and websites. */
    wrongCodes: integer().notNull().default(0),
    /** When the wrong codes no longer count. */
    wrongCodesEndAt: timestamptz(),
    /** When the browser that set it up had first signed in with the account; null for factors of earlier versions. */
    browserSince: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    index('factors_user').on(t.userId),
    uniqueIndex('factors_one_verified').on(t.userId).where(sql`${t.status} = 'verified'`),
    check('factors_status_known', sql`${t.status} in ('unverified', 'verified')`),
    createRolePolicy('auth_service', 'all'),
  ],
)

/** Using one code deletes them all: it turns two-factor authentication off. */
export const recoveryCodes = pgTable('recovery_codes', { userId: ofUser(), codeHash: text().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.codeHash] }),
  createRolePolicy('auth_service', 'all'),
])

/** A session belongs to the website on which it was opened; no other website accepts it. */
export const sessions = pgTable(
  'sessions',
  {
    ...siteColumns(),
    tokenHash: text().notNull(),
    userId: ofUser(),
    generation: integer().notNull(),
    remember: boolean().notNull(),
    /** Opened by a recovery code: allows only a second factor to be set up or the password to be changed. */
    limited: boolean().notNull().default(false),
    device: text().notNull(),
    expiresAt: timestamptz().notNull(),
    idleExpiresAt: timestamptz().notNull(),
    lastSeenAt: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('sessions_token').on(t.websiteId, t.tokenHash),
    index('sessions_user').on(t.websiteId, t.userId),
    createRolePolicy('auth_service', 'all'),
  ],
)

/** The password was right, the second factor is still missing. */
export const challenges = pgTable(
  'challenges',
  {
    ...siteColumns(),
    tokenHash: text().notNull(),
    userId: ofUser(),
    passwordVersion: integer().notNull(),
    remember: boolean().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('challenges_token').on(t.websiteId, t.tokenHash),
    index('challenges_user').on(t.websiteId, t.userId),
    createRolePolicy('auth_service', 'all'),
  ],
)

/** The tokens of mailed links: each works once, until it expires. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    ...siteColumns(),
    purpose: text({ enum: ['reset', 'verify', 'invite', 'disown', 'email-old', 'email-new'] }).notNull(),
    tokenHash: text().notNull(),
    /** The recipient. */
    email: text().notNull(),
    /** For a reset, a disowned sign-in or a change of the address: the account, and the version of its password. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    passwordVersion: integer(),
    /** The password of the account that a verification creates; without one it creates none. */
    passwordHash: text(),
    /** The browser that has signed up, which may ask for the status. */
    browserHash: text(),
    invitedBy: uuid(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('one_time_tokens_token').on(t.websiteId, t.tokenHash),
    unique('one_time_tokens_browser').on(t.websiteId, t.browserHash),
    index('one_time_tokens_email').on(t.websiteId, t.purpose, t.email),
    check(
      'one_time_tokens_purpose_known',
      sql`${t.purpose} in ('reset', 'verify', 'invite', 'disown', 'email-old', 'email-new')`,
    ),
    check(
      'one_time_tokens_reset_whose',
      sql`${t.purpose} in ('verify', 'invite') or (${t.userId} is not null and ${t.passwordVersion} is not null)`,
    ),
    check('one_time_tokens_verify_browser', sql`(${t.purpose} = 'verify') = (${t.browserHash} is not null)`),
    check('one_time_tokens_email_lower', sql`${t.email} = lower(${t.email})`),
    createRolePolicy('auth_service', 'all'),
  ],
)

/** The administrators of a website. Nothing else gives access to its admin area. */
export const userWebsiteAccess = pgTable(
  'user_website_access',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    userId: ofUser(),
    grantedBy: uuid(),
    createdAt: timestamptz().notNull(),
    /** A requested removal: the administrator who requested it, its time, and the link that stops it. */
    removalBy: uuid(),
    removalAt: timestamptz(),
    removalTokenHash: text(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.userId] }),
    check(
      'user_website_access_removal',
      sql`num_nulls(${t.removalBy}, ${t.removalAt}, ${t.removalTokenHash}) in (0, 3)`,
    ),
    createSitePolicy(),
    createRolePolicy('auth_service', 'all'),
    createRolePolicy('administrator', 'select'),
  ],
)

/**
 * The users who may create and manage websites of the installation. It gives no access to their data. Only
 * `npm run owner -- platform` writes here.
 */
export const platformAccess = pgTable(
  'platform_access',
  {
    userId: ofUser().primaryKey(),
    grantedAt: timestamptz().notNull(),
  },
  (t) => [
    createRolePolicy('auth_service', 'all'),
    createRolePolicy('platform', 'select', { condition: sql`${t.userId}::text = ${currentUserId}` }),
  ],
)
