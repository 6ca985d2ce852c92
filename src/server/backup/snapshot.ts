import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { OperatorError } from '#domain/operator-error.ts'
import { folderBytes } from '#server/backup/preconditions.ts'
import { stableSessionSettings } from '#server/backup/rows.ts'
import { removeAbandonedFiles, withCleanup } from '#server/backup/temporary-files.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { errorCode } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import type { DatabaseOwner, OwnerConnection } from '#server/db/migrations.ts'
import { openPgliteAsOwner } from '#server/db/pglite.ts'
import { DatabaseFolderInUseError } from '#server/db/pglite-files.ts'
import { openPostgresAsOwner } from '#server/db/postgres.ts'

type SnapshotSource = { dataDir: string; database: DatabaseOptions }

/** Reads the whole database as it is at one moment, while others go on writing. */
export async function inSnapshot<T>(
  { dataDir, database }: SnapshotSource,
  read: (owner: OwnerConnection) => Promise<T>,
): Promise<T> {
  if (database.kind === 'postgres')
    return withReadOnlyOwner(await openPostgresAsOwner(database.ownerUrl ?? database.url), read)
  const { folder } = database
  if (!existsSync(folder)) throw new OperatorError(`There is no database in ${folder} yet.`)
  const owner = await openPgliteAsOwner(folder).catch((error) => {
    if (error instanceof DatabaseFolderInUseError) return null
    throw error
  })
  return owner
    ? withReadOnlyOwner(owner, read)
    : withDatabaseCopy({ dataDir, folder }, async (copy) => withReadOnlyOwner(await openPgliteAsOwner(copy), read))
}

async function withReadOnlyOwner<T>(owner: DatabaseOwner, read: (owner: OwnerConnection) => Promise<T>): Promise<T> {
  try {
    await owner.run(stableSessionSettings)
    await owner.run('begin transaction isolation level repeatable read read only')
    return await read(owner)
  } catch (error) {
    if (errorCode(error) === '42501')
      throw new OperatorError(
        `The database role of DATABASE_OWNER_URL may not read everything (${(error as Error).message}); a backup needs a role that bypasses row-level security: alter role … bypassrls.`,
      )
    throw error
  } finally {
    await owner.close()
  }
}

const pollMs = 500
const requestNamePattern = /^db-copy-([0-9a-f-]{36})\.(wanted|part|failed|done)$/
const requestPath = (dataDir: string, id: string, state: 'wanted' | 'part' | 'failed' | 'done') =>
  join(dataDir, `db-copy-${id}.${state}`)

/**
 * An embedded database is open in one process. Another one that wants to read all of it leaves a file in the data
 * folder, and finds a copy of the database there soon after.
 */
export function watchForCopyRequests(
  dataDir: string,
  copyTo: (folder: string) => Promise<void>,
  report: (error: unknown) => void,
): { stop: () => Promise<void> } {
  for (const name of readdirSync(dataDir).filter((each) => requestNamePattern.test(each)))
    rmSync(join(dataDir, name), { recursive: true, force: true })
  let working: Promise<void> | null = null
  const answerNewRequests = () => {
    working ??= answerAll()
      .catch(report)
      .finally(() => {
        working = null
      })
  }
  async function answerAll(): Promise<void> {
    removeAbandonedFiles(dataDir, requestNamePattern, new Date())
    const wanted = readdirSync(dataDir).flatMap((name) =>
      requestNamePattern.exec(name)?.[2] === 'wanted' ? [requestNamePattern.exec(name)![1]!] : [],
    )
    for (const id of wanted) await answerRequest(id)
  }
  async function answerRequest(id: string): Promise<void> {
    const part = requestPath(dataDir, id, 'part')
    try {
      await mkdir(part)
      await copyTo(join(part, 'db'))
      // The process that requested the copy may have ended by now, and no other would remove it.
      if (existsSync(requestPath(dataDir, id, 'wanted'))) await rename(part, requestPath(dataDir, id, 'done'))
      else await rm(part, { recursive: true, force: true })
    } catch (error) {
      report(error)
      await rm(part, { recursive: true, force: true })
      writeFileSync(requestPath(dataDir, id, 'failed'), String(error))
    }
    await rm(requestPath(dataDir, id, 'wanted'), { force: true })
  }
  const timer = setInterval(answerNewRequests, pollMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await working
    },
  }
}

/** A minute, and so much more for a large database that a disk of ten megabytes a second is in time. */
const copyTimeoutMs = (bytes: number): number => 60_000 + bytes / 10_000

type CopyLocation = { dataDir: string; folder: string }

/** Has the work done on a copy of the database that another process has open; the copy is gone afterwards. */
export async function withDatabaseCopy<T>(
  { dataDir, folder }: CopyLocation,
  work: (copy: string) => Promise<T>,
  { patience = copyTimeoutMs(folderBytes(folder)) } = {},
): Promise<T> {
  const id = newId()
  const [wanted, failed, done] = [
    requestPath(dataDir, id, 'wanted'),
    requestPath(dataDir, id, 'failed'),
    requestPath(dataDir, id, 'done'),
  ]
  const removeRequestFiles = () => {
    for (const path of [wanted, failed, done]) rmSync(path, { recursive: true, force: true })
  }
  return withCleanup(removeRequestFiles, async () => {
    writeFileSync(wanted, '')
    for (const until = Date.now() + patience; !existsSync(done); await after(pollMs / 5)) {
      if (existsSync(failed))
        throw new OperatorError(`The running process could not copy its database: ${readFileSync(failed, 'utf8')}`)
      if (Date.now() > until)
        throw new OperatorError('The process that has the database open does not answer; look at its log.')
    }
    return work(join(done, 'db'))
  })
}
