import { sql } from 'drizzle-orm'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'

/** The engine and its version of PostgreSQL. */
export async function describeDatabaseVersion(tx: SiteTx): Promise<string> {
  const { engine } = scopeOf(tx).database
  const { rows } = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
  const version = /^[\d.]+/.exec(rows[0]!.version)?.[0] ?? ''
  return engine === 'pglite' ? `PGlite (PostgreSQL ${version})` : `PostgreSQL ${version}`
}

/** Smaller differences do not matter. Machines with NTP differ by milliseconds. */
const toleranceMs = 5 * 60_000

/** By how many milliseconds a clock is ahead of the database's; 0 when they agree. */
export async function clockAheadOfDatabase(tx: SiteTx, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`)
  const ahead = +now - Number(rows[0]!.ms)
  return Math.abs(ahead) <= toleranceMs ? 0 : ahead
}
