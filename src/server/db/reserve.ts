import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const megabyte = 1024 * 1024
/** Room for two files of the write-ahead log, which the embedded database cannot go on without. */
const size = 32 * megabyte
/** Taken back only when so much stays free besides: else the next write would be refused again. */
const margin = 16 * megabyte

/** A file that is in nobody's way until the disk is full; then it is given up for what must still be written. */
export type Reserve = {
  giveUp: () => void
  /** False when there is still no room for it. */
  takeBack: () => boolean
}

/** Throws like the file system when there is no room. */
export function keepReserve(file: string): Reserve {
  const write = () => {
    const at = openSync(file, 'w')
    try {
      // Not zeros: some file systems would store nothing.
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
    giveUp: () => rmSync(file, { force: true }),
    takeBack: () => {
      try {
        const { bavail, bsize } = statfsSync(dirname(file))
        if (bavail * bsize < size + margin) return false
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
