import { globSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'stagedoor-tests-'

/**
 * Puts all temporary files of a run, also those of browsers and databases, into one folder and deletes it at the end.
 * Folders of runs that were killed are deleted by the next run.
 */
export function setTemporaryFolder(): void {
  const name = `${prefix}${process.pid}`
  // The configuration may be loaded more than once.
  if (basename(tmpdir()) === name) return
  for (const folder of globSync(join(tmpdir(), `${prefix}*`)))
    if (!isRunning(Number(folder.slice(folder.lastIndexOf('-') + 1)))) remove(folder)
  const own = join(tmpdir(), name)
  mkdirSync(own, { recursive: true })
  process.env.TMPDIR = own
  process.on('exit', () => remove(own))
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
