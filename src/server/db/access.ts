import { type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type PgColumn, type PgPolicy, pgPolicy } from 'drizzle-orm/pg-core'

/** The roles of transactions. The process itself logs in as none of them, so outside `inSite` it has no rights. */
export const roles = [
  'visitor',
  'administrator',
  'preview',
  'checkout',
  'auth_service',
  'worker',
  'demo_remover',
  'platform',
] as const

export type Role = (typeof roles)[number]

const withUser: readonly Role[] = ['administrator', 'preview', 'demo_remover', 'platform']
export const needsUser = (role: Role): boolean => withUser.includes(role)

/**
 * The website that `inSite` has selected. Null outside of it, and then no row matches. A setting that was used once reads
 * as '' afterwards, hence `nullif`. The `select` makes PostgreSQL read it once per statement instead of once per row.
 */
export const selectedSiteId = sql`nullif(current_setting('app.website_id', true), '')::uuid`
export const currentSiteId = sql`(select ${selectedSiteId})`
export const currentUserId = sql`(select nullif(current_setting('app.user_id', true), ''))`

/** A user who has lost platform access sees and changes nothing, whatever the process believes. */
export const hasPlatformAccess = sql`exists (select from platform_access where platform_access.user_id::text = ${currentUserId})`

/** A restrictive policy on top of all others: every role only reaches the rows of one website. */
export const createSitePolicy = (): PgPolicy =>
  pgPolicy('site only', {
    as: 'restrictive',
    for: 'all',
    to: 'public',
    using: sql`website_id = ${currentSiteId}`,
    withCheck: sql`website_id = ${currentSiteId}`,
  })

type PolicyCommand = 'select' | 'insert' | 'update' | 'delete' | 'all'
type PolicyOptions = {
  /** SQL condition on the rows. Without it: all rows of the website. */
  condition?: SQL
  /** Without it: all columns. */
  columns?: PgColumn[]
}

/**
 * Allows a role a command on a table. This is the only place that says so: a migration creates the policy, and each start
 * derives the grant from the policy's name and command (`grantsSql` below).
 */
export function createRolePolicy(
  role: Role,
  command: PolicyCommand,
  { condition, columns }: PolicyOptions = {},
): PgPolicy {
  const which = columns ? ` (${columns.map(({ name }) => toSnakeCase(name)).join(', ')})` : ''
  const name = `${role} may ${command}${which}`
  if (name.length > 63) throw new Error(`PostgreSQL would cut the policy name "${name}"; give fewer columns each time.`)
  // These roles need a user: a transaction without a user id gets no rows.
  const signedIn = needsUser(role) ? sql`${currentUserId} is not null` : undefined
  const rows = signedIn && condition ? sql`${signedIn} and (${condition})` : (signedIn ?? condition ?? sql`true`)
  return pgPolicy(name, {
    as: 'permissive',
    for: command,
    to: role,
    ...(command === 'insert' ? {} : { using: rows }),
    ...(command === 'select' || command === 'delete' ? {} : { withCheck: rows }),
  })
}

const allRoles = roles.join(', ')

/**
 * Sets the grants of all roles to exactly what the policies of the tables say, and applies the policies to the tables'
 * owner too. `may` names the policies; a list of columns is in brackets at the end of the name.
 */
export const grantsSql = `
do $$
declare
  tables constant text[] := (select coalesce(array_agg(oid::regclass::text), '{}') from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relforcerowsecurity);
  at text;
  rule record;
begin
  foreach at in array tables loop
    execute format('alter table %s force row level security', at);
  end loop;
  revoke all on schema public from public, ${allRoles};
  revoke all on all tables in schema public from public, ${allRoles};
  revoke all on all sequences in schema public from public, ${allRoles};
  grant usage on schema public to ${allRoles};
  for rule in
    select format('%I.%I', schemaname, tablename) as on_table, to_role,
      case cmd when 'ALL' then 'select, insert, update, delete' else cmd end as command,
      coalesce(substring(policyname from ' (\\(.+\\))$'), '') as on_columns
    from pg_policies, unnest(roles) as to_role
    where schemaname = 'public' and permissive = 'PERMISSIVE'
  loop
    execute format('grant %s %s on %s to %I', rule.command, rule.on_columns, rule.on_table, rule.to_role);
  end loop;
end $$`
