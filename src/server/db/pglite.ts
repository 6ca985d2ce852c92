import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { type PgliteClient, PgliteSession } from 'drizzle-orm/pglite'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { Refusal } from '#domain/refusal.ts'
import type { Database, HeldRows, Queries } from '#server/db/database.ts'
import { DatabaseStartError, errorCode, isStorageFull } from '#server/db/errors.ts'
import { startMaintenance } from '#server/db/maintenance.ts'
import { type DatabaseOwner, migrateDatabase, type OwnerConnection } from '#server/db/migrations.ts'
import { type DiskMonitor, lockFolder, SyncedFiles, syncFolderTree, watchDisk } from '#server/db/pglite-files.ts'
import { assertNoOpenTransaction, runGuarded, type StatementGuard } from '#server/db/transaction.ts'
import { syncPathSync } from '#server/platform.ts'
import { deadlineMs } from '#server/test-mode.ts'

/** How long a request waits for the connection before it is refused as `unavailable`. */
const maxWaitMs = deadlineMs(5_000)
const loginRole = 'app'
/** The superuser of the embedded database. */
const owner = 'postgres'
const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Memory that WebAssembly has touched once is never given back. 128 MB of buffers, as initdb sets them, would only hold again
 * what the system keeps in memory anyway.
 */
const memorySettings = ['shared_buffers=16MB', 'maintenance_work_mem=16MB']
const settings = ['wal_sync_method=fsync', 'max_wal_size=128MB', 'min_wal_size=32MB', ...memorySettings]
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
]

type PgliteOptions = {
  folder: string
  /** False only in tests: faster, but nothing is synced to the disk. */
  durable?: boolean
}

/** PostgreSQL inside this process, in a folder of its own: one connection, so one transaction at a time. */
export async function openPglite({ folder, durable = true }: PgliteOptions): Promise<Database> {
  prepareFolder(folder)
  const lock = lockFolder(folder)
  const undo: (() => unknown)[] = [lock.release]
  try {
    const disk = durable ? openDisk(folder) : null
    if (disk) undo.unshift(disk.close)
    if (readdirSync(folder).length === 0) await createDatabase(folder, disk)
    const pglite = await start(folder, disk)
    undo.unshift(() => pglite.close())
    await migrateDatabase(
      { run: (text) => pglite.exec(text), rows: async (text) => (await pglite.query(text)).rows as never },
      pgliteLogin,
    )
    // The only connection is the superuser's, which no policy restricts. From here on it acts as the login.
    await pglite.exec(`
      grant pg_checkpoint, pg_maintain to ${loginRole} with inherit true;
      set session authorization ${loginRole}`)
    if (disk?.full) throw diskFullError(folder)
    const upkeep = startMaintenance(pglite, () => disk?.full ?? false)
    return {
      engine: 'pglite',
      get storageFull() {
        return disk?.full ?? false
      },
      onStorageChange: (listener) => disk?.onChange(listener),
      ping: async () => {
        assertNoOpenTransaction('ping')
        await pglite.query('select 1')
      },
      transaction: (opening, work, timeoutMs) => transaction(pglite, disk, opening, work, timeoutMs),
      copyTo: (target) => copyFolder(pglite, folder, target),
      holdRows: (opening, choose) => holdRows(pglite, opening, choose),
      jobsConnection: () => jobsOn(refuseWhenDiskFull(pglite, disk)),
      close: async () => {
        upkeep.stop()
        await pglite.close()
        disk?.close()
        lock.release()
      },
    }
  } catch (error) {
    for (const step of undo) await step()
    throw explainOpenError(error, folder)
  }
}

type ForJobs = ReturnType<Database['jobsConnection']>
type JobStatements = NonNullable<ConstructorOptions['db']>
type PgliteOwner = DatabaseOwner & {
  /** Runs work on the queues as the login, which owns them, over the owner's connection. */
  asLogin: <T>(work: (jobsConnection: ForJobs) => Promise<T>) => Promise<T>
}

/** For work on the database as a whole, such as backup and restore. Always durable: no request waits for it. */
export async function openPgliteAsOwner(folder: string): Promise<PgliteOwner> {
  prepareFolder(folder)
  const lock = lockFolder(folder)
  let disk: DiskMonitor | null = null
  try {
    disk = openDisk(folder)
    if (readdirSync(folder).length === 0) await createDatabase(folder, disk)
    const pglite = await start(folder, disk)
    return {
      run: (text) => pglite.exec(text),
      rows: async (text, values) => (await pglite.query(text, values)).rows as never,
      asLogin: async (work) => {
        await pglite.exec(`set role ${loginRole}`)
        try {
          return await work(jobsOn(fromPglite(pglite)))
        } finally {
          await pglite.exec('reset role')
        }
      },
      close: async () => {
        await pglite.close()
        disk?.close()
        lock.release()
      },
    }
  } catch (error) {
    disk?.close()
    lock.release()
    throw explainOpenError(error, folder)
  }
}

export const pgliteLogin = { name: loginRole }

async function transaction<T>(
  pglite: PGlite,
  disk: DiskMonitor | null,
  opening: string,
  work: (queries: Queries) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const turn = Promise.withResolvers<never>()
  let gone = false
  const waiting = setTimeout(() => {
    gone = true
    turn.reject(new Refusal('unavailable'))
  }, maxWaitMs)
  const done = pglite.transaction(async (connection) => {
    clearTimeout(waiting)
    if (gone) throw new Refusal('unavailable')
    await connection.exec(disk?.full ? `set transaction read only; ${opening}` : opening)
    return runGuarded(timeoutMs, (guard) => work(queriesOn(connection, guard)))
  })
  try {
    return await Promise.race([done, turn.promise])
  } catch (error) {
    // The disk is full, the transaction was read-only, and it tried to write.
    throw disk?.full && errorCode(error) === '25006'
      ? Object.assign(new Refusal('storage-full'), { cause: error })
      : error
  } finally {
    clearTimeout(waiting)
  }
}

/** While this transaction holds the only connection nothing is written, and the copy starts like a database after a crash. */
async function copyFolder(pglite: PGlite, folder: string, target: string): Promise<void> {
  await pglite.exec('checkpoint')
  await pglite.transaction(() => cp(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE }))
}

/** Rows per fetch; all requests wait during a fetch. */
const fetchSize = 200

/**
 * Cursors WITH HOLD: at commit PostgreSQL writes their results into temporary files, at about a hundred megabytes a
 * second, and all requests wait that long. Fetching from them then needs next to no memory.
 */
async function holdRows(
  pglite: PGlite,
  opening: string,
  choose: (owner: OwnerConnection) => Promise<Record<string, string>>,
): Promise<HeldRows> {
  const cursors = new Map<string, string>()
  await pglite.transaction(async (connection) => {
    await connection.exec(`set local session authorization ${owner}; ${opening}`)
    const queries = await choose({
      run: (text) => connection.exec(text),
      rows: async (text, values) => (await connection.query(text, values)).rows as never,
    })
    for (const [name, query] of Object.entries(queries)) {
      const cursor = `held_${cursors.size}_${randomBytes(4).toString('hex')}`
      await connection.exec(`declare ${cursor} no scroll cursor with hold for ${query}`)
      cursors.set(name, cursor)
    }
  })
  return {
    read: async function* <Row>(name: string) {
      for (;;) {
        const { rows } = await pglite.query<Row>(`fetch ${fetchSize} from ${cursors.get(name)}`)
        if (!rows.length) return
        yield rows
      }
    },
    release: async () => void (await pglite.exec([...cursors.values()].map((cursor) => `close ${cursor}`).join(';'))),
  }
}

function queriesOn(connection: Transaction, guard: StatementGuard): Queries {
  const client = {
    query: (...call: Parameters<Transaction['query']>) => guard(() => connection.query(...call)),
  }
  // Drizzle only calls `query`; its type wants a whole PGlite.
  const session = new PgliteSession(client as unknown as PgliteClient, dialect, undefined)
  return new PgDatabase(dialect, session as never, undefined)
}

const jobsOn = (db: JobStatements): ForJobs => ({ backend: 'pglite', db, monitorVacuum: false, reindex: false })

function refuseWhenDiskFull(pglite: PGlite, disk: DiskMonitor | null): JobStatements {
  const adapter = fromPglite(pglite)
  return {
    ...adapter,
    executeSql: async (text, values) => {
      assertNoOpenTransaction('A job statement')
      if (disk?.full) throw new Refusal('storage-full')
      return adapter.executeSql(text, values)
    },
  }
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const path of [dirname(folder), folder]) accessSync(path, constants.W_OK)
    const control = `${folder}/global/pg_control`
    if (existsSync(control)) accessSync(control, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw explainOpenError(error, folder)
  }
  const names = readdirSync(folder)
  if (names.length && !names.includes('PG_VERSION')) throw damagedFolderError(folder)
}

function openDisk(folder: string): DiskMonitor {
  try {
    return watchDisk(folder)
  } catch (error) {
    throw explainOpenError(error, folder)
  }
}

/** Creates the database in a folder beside, syncs it and moves it into place: an interrupted start leaves nothing half done. */
async function createDatabase(folder: string, disk: DiskMonitor | null): Promise<void> {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  const pglite = await start(draft, disk)
  await pglite.close()
  if (disk) syncFolderTree(draft)
  rmdirSync(folder)
  renameSync(draft, folder)
  if (disk) syncPathSync(dirname(folder))
}

/** Finds similar words; ships with PostgreSQL. */
export const pgliteExtensions = { pg_trgm }

async function start(folder: string, disk: DiskMonitor | null): Promise<PGlite> {
  try {
    removeEmptyPidFile(join(folder, 'postmaster.pid'))
    return await PGlite.create(
      disk
        ? { fs: new SyncedFiles(folder, disk), dataDir: folder, extensions: pgliteExtensions, startParams }
        : { fs: new NodeFS(folder), dataDir: folder, extensions: pgliteExtensions },
    )
  } catch (error) {
    throw disk?.full ? diskFullError(folder) : Object.assign(damagedFolderError(folder), { cause: error })
  }
}

/** A power cut may leave this file empty, and PostgreSQL would not start. A file with a process id stays. */
function removeEmptyPidFile(path: string): void {
  if (existsSync(path) && /^\0*$/.test(readFileSync(path, 'utf8'))) rmSync(path)
}

function explainOpenError(error: unknown, folder: string): unknown {
  if (error instanceof DatabaseStartError) return error
  if (isStorageFull(error)) return diskFullError(folder)
  const { code } = error as NodeJS.ErrnoException
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? ''))
    return new DatabaseStartError(
      `The database folder ${folder} cannot be written (${code}); set DATA_DIR to one that can.`,
    )
  return error
}

const diskFullError = (folder: string) =>
  new DatabaseStartError(`The disk that holds the database folder ${folder} is full; free some space and start again.`)

const damagedFolderError = (folder: string) =>
  new DatabaseStartError(
    `The database in ${folder} cannot be read: it is damaged or was created by another version; nothing was changed, restore a backup.`,
  )
