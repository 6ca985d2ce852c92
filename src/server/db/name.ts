import { sql } from 'drizzle-orm'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'

/** Which engine this is, and which version of PostgreSQL it speaks. */
export async function databaseName(tx: SiteTx): Promise<string> {
  const { engine } = placeOf(tx).database
  const { rows } = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
  const version = /^[\d.]+/.exec(rows[0]!.version)?.[0] ?? ''
  return engine === 'pglite' ? `PGlite (PostgreSQL ${version})` : `PostgreSQL ${version}`
}
