import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DatabaseStartError } from '#server/db/errors.ts'
import { syncPathSync } from '#server/platform.ts'

/** Another process has the database open. */
export class DatabaseFolderInUseError extends DatabaseStartError {}

/**
 * PGlite takes no lock, and two processes in one folder would lose each other's rows. SQLite's lock on a file beside the
 * folder is held by the kernel: it ends with the process, even after a crash.
 */
export function lockFolder(folder: string): { release: () => void } {
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if (!/locked|busy/i.test(String(error))) throw error
    throw new DatabaseFolderInUseError(
      `The database folder ${folder} is already open in another process; stop that one first, or set DATABASE_URL to use PostgreSQL.`,
    )
  }
  return { release: () => lock.close() }
}

type File = { node: object; nfd?: number | null }
type Operation = (this: unknown, at: never, ...rest: never[]) => unknown
type NodeFiles = {
  realPath: (node: object) => string
  stream_ops: Record<string, Operation> & { fsync?: (file: File) => number }
  node_ops: Record<string, Operation>
}

/** Emscripten's numbers of ENOSPC and EDQUOT. */
const noSpaceError = new Set([51, 19])

/**
 * PGlite's file system with fsync and with care for a full disk. Emscripten's own never syncs, so that a power cut would
 * lose acknowledged commits, and PGlite does not survive a write that fails with ENOSPC.
 */
export class SyncedFiles extends NodeFS {
  readonly #disk: DiskMonitor

  constructor(folder: string, disk: DiskMonitor) {
    super(folder)
    this.#disk = disk
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options)
    const { preRun = [] } = made.emscriptenOpts
    // Emscripten's module has its file systems, but its types do not.
    const wrapFileSystem = (module: unknown) => this.#improve((module as { NODEFS: NodeFiles }).NODEFS)
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [...preRun, wrapFileSystem] } }
  }

  #improve(files: NodeFiles): void {
    files.stream_ops.fsync = (file) => {
      if (typeof file.nfd === 'number') fsyncSync(file.nfd)
      else syncPathSync(files.realPath(file.node))
      return 0
    }
    const inFile = (file: File) => files.realPath(file.node)
    const inFolder = (node: object) => files.realPath(node)
    files.stream_ops.write = this.#withRoom(files.stream_ops.write!, inFile)
    files.node_ops.mknod = this.#withRoom(files.node_ops.mknod!, inFolder)
    files.node_ops.setattr = this.#withRoom(files.node_ops.setattr!, inFolder)
  }

  /** Writes to tables and indexes may fail with ENOSPC; writes to the log and the control files must not. */
  #withRoom<At>(operation: Operation, pathOf: (at: At) => string): Operation {
    const tables = join(resolve(this.rootDir), 'base')
    const disk = this.#disk
    return function (at, ...rest) {
      try {
        return operation.call(this, at, ...rest)
      } catch (error) {
        if (!isNoSpaceError(error)) throw error
        disk.markFull()
        if (pathOf(at).startsWith(tables)) throw error
        disk.releaseReserve()
        try {
          return operation.call(this, at, ...rest)
        } catch {
          // From here the database would hang, and the process with it. All acknowledged commits are on the disk.
          console.error('The disk is full and the reserve of the database is used up; free some space and start again.')
          process.exit(1)
        }
      }
    }
  }
}

const isNoSpaceError = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errno' in error && noSpaceError.has(Number(error.errno))

/** Syncs a folder and everything in it. */
export function syncFolderTree(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) syncPathSync(join(folder, path))
  syncPathSync(folder)
}

/** Watches the disk for the embedded database, which hangs when the disk is full. */
export type DiskMonitor = {
  readonly full: boolean
  onChange: (listener: (full: boolean) => void) => void
  /**
   * A write failed with ENOSPC. For files that the database cannot do without, release the reserve and write again; any
   * other write fails, and its transaction with it.
   */
  markFull: () => void
  releaseReserve: () => void
  close: () => void
}

export function watchDisk(folder: string): DiskMonitor {
  const reserve: DiskReserve = createDiskReserve(`${folder}.reserve`)
  const listeners: ((full: boolean) => void)[] = []
  let looking: NodeJS.Timeout | undefined
  const notifyListeners = (full: boolean) => {
    for (const listener of listeners) listener(full)
  }
  const checkFreeSpace = () => {
    if (!reserve.restore()) return
    clearInterval(looking)
    looking = undefined
    notifyListeners(false)
  }
  return {
    get full() {
      return looking !== undefined
    },
    onChange: (listener) => listeners.push(listener),
    markFull: () => {
      if (looking) return
      looking = setInterval(checkFreeSpace, 1_000).unref()
      // This may run inside a statement, which the listeners must not interrupt.
      setImmediate(notifyListeners, true)
    },
    releaseReserve: reserve.release,
    close: () => clearInterval(looking),
  }
}

const megabyte = 1024 * 1024
/** Space for two files of the write-ahead log, which the embedded database cannot continue without. */
const size = 32 * megabyte
/** The reserve is restored only when this much stays free besides: else the next write would fail again. */
const reserveMargin = 16 * megabyte

/** A file that occupies space until the disk is full; then it is deleted so that the log can still be written. */
export type DiskReserve = {
  release: () => void
  /** False when there is still no space for it. */
  restore: () => boolean
}

/** Throws ENOSPC when there is no space. */
export function createDiskReserve(file: string): DiskReserve {
  const write = () => {
    const at = openSync(file, 'w')
    try {
      // Not zeros: some file systems would not allocate them.
      const block = randomBytes(megabyte)
      for (let written = 0; written < size; written += megabyte) writeWhole(at, block)
      fsyncSync(at)
    } catch (error) {
      rmSync(file, { force: true })
      throw error
    } finally {
      closeSync(at)
    }
  }
  if (statSync(file, { throwIfNoEntry: false })?.size !== size) write()
  return {
    release: () => rmSync(file, { force: true }),
    restore: () => {
      try {
        const { bavail, bsize } = statfsSync(dirname(file))
        if (bavail * bsize < size + reserveMargin) return false
        write()
        return true
      } catch {
        return false
      }
    },
  }
}

function writeWhole(file: number, block: Buffer): void {
  for (let done = 0; done < block.length; ) done += writeSync(file, block, done)
}
