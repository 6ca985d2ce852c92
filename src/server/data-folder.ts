import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { DiskSpace } from '#domain/files/disk-space.ts'
import { OperatorError } from '#domain/operator-error.ts'

/** Makes the data folder and writes to it once, so that a start never ends half way for want of it. */
export function prepareDataFolder(folder: string): void {
  const probe = `${folder}/.probe-${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, Buffer.alloc(64 * 1024), { flush: true })
    rmSync(probe)
  } catch (error) {
    throw explainFolderError(folder, error as NodeJS.ErrnoException)
  }
}

/** The space on the disk of a folder, in bytes; null when the operating system does not report it. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}

const explainFolderError = (folder: string, { code }: NodeJS.ErrnoException) =>
  code === 'ENOSPC' || code === 'EDQUOT'
    ? new OperatorError(`The disk that holds the data folder ${folder} is full; free some space and start again.`)
    : new OperatorError(`The data folder ${folder} cannot be written (${code}); set DATA_DIR to one that can.`)
