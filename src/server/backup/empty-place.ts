import { existsSync, readdirSync } from 'node:fs'
import { tablesOf } from '#server/backup/rows.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { openAsOwner } from '#server/db/postgres.ts'

/** Whether there is nothing yet where a database would be. */
export async function isEmptyPlace(options: DatabaseOptions): Promise<boolean> {
  if (options.kind === 'pglite') return !existsSync(options.folder) || readdirSync(options.folder).length === 0
  const owner = await openAsOwner(options.ownerUrl ?? options.url)
  const tables = await tablesOf(owner).finally(owner.close)
  return tables.length === 0
}
