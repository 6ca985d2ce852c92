import { existsSync } from 'node:fs'
import { Explained } from '#domain/explained.ts'
import { withCopy } from '#server/backup/copy-on-request.ts'
import { readAlike } from '#server/backup/rows.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { codeOf } from '#server/db/errors.ts'
import { FolderInUse } from '#server/db/folder-lock.ts'
import type { DatabaseOwner, Owner } from '#server/db/migrations.ts'
import { openPgliteAsOwner } from '#server/db/pglite.ts'
import { openAsOwner } from '#server/db/postgres.ts'

type Where = { dataDir: string; database: DatabaseOptions }

/** Reads the whole database as it is at one moment, while others go on writing. */
export async function inSnapshot<T>({ dataDir, database }: Where, read: (owner: Owner) => Promise<T>): Promise<T> {
  if (database.kind === 'postgres') return reading(await openAsOwner(database.ownerUrl ?? database.url), read)
  const { folder } = database
  if (!existsSync(folder)) throw new Explained(`There is no database in ${folder} yet.`)
  const owner = await openPgliteAsOwner(folder).catch((error) => {
    if (error instanceof FolderInUse) return null
    throw error
  })
  return owner
    ? reading(owner, read)
    : withCopy({ dataDir, folder }, async (copy) => reading(await openPgliteAsOwner(copy), read))
}

async function reading<T>(owner: DatabaseOwner, read: (owner: Owner) => Promise<T>): Promise<T> {
  try {
    await owner.run(readAlike)
    await owner.run('begin transaction isolation level repeatable read read only')
    return await read(owner)
  } catch (error) {
    if (codeOf(error) === '42501')
      throw new Explained(
        `The database role of DATABASE_OWNER_URL may not read everything (${(error as Error).message}); a backup needs one whom row-level security does not bind: alter role … bypassrls.`,
      )
    throw error
  } finally {
    await owner.close()
  }
}
