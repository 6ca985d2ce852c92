import type { Database, DatabaseOptions } from '#server/db/database.ts'
import { openPglite } from '#server/db/pglite.ts'
import { openPostgres } from '#server/db/postgres.ts'

/** Opens the database and migrates it to this version. Throws a StartRefusal when an operator must act. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.kind === 'pglite' ? openPglite(options) : openPostgres(options)
}
