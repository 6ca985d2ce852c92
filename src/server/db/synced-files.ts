import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Disk } from '#server/db/disk.ts'

type File = { node: object; nfd?: number | null }
type Operation = (this: unknown, at: never, ...rest: never[]) => unknown
type NodeFiles = {
  realPath: (node: object) => string
  stream_ops: Record<string, Operation> & { fsync?: (file: File) => number }
  node_ops: Record<string, Operation>
}

/** How Emscripten numbers ENOSPC and EDQUOT. */
const noRoom = new Set([51, 19])

/**
 * The files of the embedded database on a real disk. Emscripten's own never sync, so that a power cut would take what
 * was acknowledged, and they let the database meet a full disk, which it does not survive.
 */
export class SyncedFiles extends NodeFS {
  readonly #disk: Disk

  constructor(folder: string, disk: Disk) {
    super(folder)
    this.#disk = disk
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options)
    const { preRun = [] } = made.emscriptenOpts
    // Emscripten's module carries its file systems, but its types do not say so.
    const hook = (module: unknown) => this.#improve((module as { NODEFS: NodeFiles }).NODEFS)
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [...preRun, hook] } }
  }

  #improve(files: NodeFiles): void {
    files.stream_ops.fsync = (file) => {
      if (typeof file.nfd === 'number') fsyncSync(file.nfd)
      else syncPath(files.realPath(file.node))
      return 0
    }
    const inFile = (file: File) => files.realPath(file.node)
    const inFolder = (node: object) => files.realPath(node)
    files.stream_ops.write = this.#withRoom(files.stream_ops.write!, inFile)
    files.node_ops.mknod = this.#withRoom(files.node_ops.mknod!, inFolder)
    files.node_ops.setattr = this.#withRoom(files.node_ops.setattr!, inFolder)
  }

  /** Tables and indexes may be told that the disk is full; the log and the books of the database may not. */
  #withRoom<At>(operation: Operation, pathOf: (at: At) => string): Operation {
    const tables = join(resolve(this.rootDir), 'base')
    const disk = this.#disk
    return function (at, ...rest) {
      try {
        return operation.call(this, at, ...rest)
      } catch (error) {
        if (!isNoRoom(error)) throw error
        disk.foundFull()
        if (pathOf(at).startsWith(tables)) throw error
        disk.makeRoom()
        try {
          return operation.call(this, at, ...rest)
        } catch {
          // From here the database would hang with the whole process. What was acknowledged is on the disk.
          console.error('The disk is full and the reserve of the database is used up; make room and start again.')
          process.exit(1)
        }
      }
    }
  }
}

const isNoRoom = (error: unknown) =>
  typeof error === 'object' && error !== null && 'errno' in error && noRoom.has(Number(error.errno))

/** A new file is safe only when the folder that names it is, so this takes folders too. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A folder and all that it holds. */
export function syncAll(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) syncPath(join(folder, path))
  syncPath(folder)
}
