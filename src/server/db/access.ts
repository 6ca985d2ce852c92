import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type PgColumn, type PgPolicy, pgPolicy } from 'drizzle-orm/pg-core'
import type { Role } from '#server/db/roles.ts'

/**
 * The website that `inSite` has chosen, or null, and then no row is anyone's. A setting that was once made reads as ''
 * afterwards, hence `nullif`; the `select` has it read once for a statement instead of once for a row.
 */
export const chosenSite = sql`nullif(current_setting('app.website_id', true), '')::uuid`
export const thisSite = sql`(select ${chosenSite})`
export const thisUser = sql`(select nullif(current_setting('app.user_id', true), ''))`

/** Stands above all else that is allowed: whoever acts, acts on the rows of one website. */
export const siteOnly = (): PgPolicy =>
  pgPolicy('site only', {
    as: 'restrictive',
    for: 'all',
    to: 'public',
    using: sql`website_id = ${thisSite}`,
    withCheck: sql`website_id = ${thisSite}`,
  })

type Deed = 'select' | 'insert' | 'update' | 'delete' | 'all'
type Limits = {
  /** Which rows; all of the website's when left out. */
  when?: SQL
  /** Which columns; all when left out. */
  columns?: PgColumn[]
}

/**
 * What a role may do with a table, said beside the table and nowhere else: the policy is made by a migration, and the
 * grant that goes with it is read off the policy's name and kind at each start (`grants.ts`).
 */
export function may(role: Role, deed: Deed, { when, columns }: Limits = {}): PgPolicy {
  const which = columns ? ` (${columns.map(({ name }) => toSnakeCase(name)).join(', ')})` : ''
  const name = `${role} may ${deed}${which}`
  if (name.length > 63) throw new Error(`PostgreSQL would cut the policy name "${name}"; give fewer columns each time.`)
  // Only a person administers: a transaction that names nobody is not one of an administrator.
  const signedIn = role === 'administrator' ? sql`${thisUser} is not null` : undefined
  const rows = signedIn && when ? sql`${signedIn} and (${when})` : (signedIn ?? when ?? sql`true`)
  return pgPolicy(name, {
    as: 'permissive',
    for: deed,
    to: role,
    ...(deed === 'insert' ? {} : { using: rows }),
    ...(deed === 'select' || deed === 'delete' ? {} : { withCheck: rows }),
  })
}
