import { DatabaseSync } from 'node:sqlite'
import { StartRefusal } from '#server/db/start-refusal.ts'

/** It can be opened once that process has ended. */
export class FolderInUse extends StartRefusal {}

/**
 * The embedded database takes no lock, and two processes in one folder would lose each other's rows. SQLite's lock on a
 * file beside the folder is the kernel's: it ends with the process, however that ends, and is never left over.
 */
export function lockFolder(folder: string): { release: () => void } {
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked|busy/i.test(String(error))) throw error
    throw new FolderInUse(
      `The database folder ${folder} is already open in another process; stop that one first, or set DATABASE_URL to use PostgreSQL.`,
    )
  }
  return { release: () => lock.close() }
}
