import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeAbandoned } from '#server/backup/drafts.ts'

const shape = /^stagedoor-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.zip$/
const draftShape = /^stagedoor-[\dTZ-]+\.zip\.part$/

/** Where backups are kept; their names say when they were made. */
export function keptBackups(folder: string) {
  const names = () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => shape.test(name))
          .sort()
      : []
  return {
    /** Where the next one goes; what was begun before and never finished makes room for it. */
    pathFor: (now: Date): string => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      removeAbandoned(folder, draftShape, now)
      return join(folder, `stagedoor-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`)
    },
    /** The last one, and when it was made. */
    newest: (): { path: string; madeAt: Date } | null => {
      const last = names().at(-1)
      return last ? { path: join(folder, last), madeAt: new Date(last.replace(shape, '$1:$2:$3Z')) } : null
    },
    /** The oldest go, so that so many are left. */
    thinOut: (most: number): void => {
      for (const name of names().slice(0, -most || undefined)) rmSync(join(folder, name))
    },
  }
}
