import { escapeIdentifier, escapeLiteral } from 'pg'
import type { OwnerConnection } from '#server/db/migrations.ts'

/**
 * Returns the SQL condition that selects, from any table, the rows for an archive of one website: its own rows and the
 * users that they refer to, and nothing of the installation.
 */
export async function createSiteRowConditions(
  owner: OwnerConnection,
  websiteId: string,
): Promise<(table: string) => string> {
  const id = escapeLiteral(websiteId)
  const scoped = new Set(
    (
      await owner.rows<{ name: string }>(
        `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'website_id'
          where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
    ).map(({ name }) => name),
  )
  const links = await owner.rows<{ name: string; column: string }>(
    `select relname as name, attname as column from pg_constraint
      join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where confrelid = 'public.users'::regclass and contype = 'f'`,
  )
  const people = links
    .filter(({ name }) => scoped.has(name))
    .map(({ name, column }) => {
      return `select ${escapeIdentifier(column)} from public.${escapeIdentifier(name)} where website_id = ${id}`
    })
    .join(' union ')
  return (table) => {
    if (scoped.has(table)) return `website_id = ${id}`
    if (table === 'users') return `id in (${people})`
    const link = links.find(({ name }) => name === table && name !== 'platform_access')
    return link ? `${escapeIdentifier(link.column)} in (${people})` : 'false'
  }
}
