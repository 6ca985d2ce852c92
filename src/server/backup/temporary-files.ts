import { readdirSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { stopSignals } from '#server/platform.ts'

const day = 86_400_000

/** The name of an archive while it is not whole. */
export const partialPath = (path: string): string => `${path}.part`

/** Runs the work and cleans up afterwards, also when the process is terminated during it. */
export async function withCleanup<T>(cleanUp: () => void, work: () => Promise<T>): Promise<T> {
  process.once('exit', cleanUp)
  try {
    return await work()
  } finally {
    process.off('exit', cleanUp)
    cleanUp()
  }
}

/** Makes a signal end the process through `exit`, which runs the clean-up. */
export function exitOnSignal(): void {
  for (const signal of stopSignals) process.once(signal, () => process.exit(128 + constants.signals[signal]))
}

/** A file that was not written to for a day was left by a process that could not clean up. */
export function removeAbandonedFiles(folder: string, named: RegExp, now: Date): void {
  for (const name of readdirSync(folder).filter((each) => named.test(each))) {
    const path = join(folder, name)
    const about = statSync(path, { throwIfNoEntry: false })
    if (about && +now - about.mtimeMs > day) rmSync(path, { recursive: true, force: true })
  }
}
