import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Explained } from '#domain/explained.ts'
import { isEmptyPlace } from '#server/backup/empty-place.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { syncPath } from '#server/db/synced-files.ts'

const markOf = (dataDir: string) => join(dataDir, 'restore-unfinished')

/** As long as a restore works, and when it was cut short, the data folder says so. */
export async function marked(dataDir: string, archive: string, restore: () => Promise<void>): Promise<void> {
  writeFileSync(markOf(dataDir), archive, { flush: true })
  syncPath(dataDir)
  await restore()
  // A start may have found the rows and removed it.
  rmSync(markOf(dataDir), { force: true })
}

/**
 * The archive of a restore that was cut short; null when there was none. Rows come last and all at once: where there are
 * any, it had done its work.
 */
export async function unfinishedRestore(dataDir: string, database: DatabaseOptions): Promise<string | null> {
  const mark = markOf(dataDir)
  return existsSync(mark) && (await isEmptyPlace(database)) ? readFileSync(mark, 'utf8') : null
}

export async function refuseUnfinishedRestore(dataDir: string, database: DatabaseOptions): Promise<void> {
  const archive = await unfinishedRestore(dataDir, database)
  if (archive === null) return rmSync(markOf(dataDir), { force: true })
  throw new Explained(
    `A restore of ${archive} was begun here and not finished, so the sites would be empty. Run npm run restore -- "${archive}" again, or remove ${markOf(dataDir)} to begin with nothing.`,
  )
}
