import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeAbandoned } from '#server/backup/drafts.ts'

const shape = /^stagedoor-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.zip$/
const draftShape = /^stagedoor-[\dTZ-]+\.zip\.part$/

/** A clock may be a little ahead of another one; a name that is further ahead says nothing about an age. */
const mostAhead = 3_600_000

const madeAt = (name: string): Date => new Date(name.replace(shape, '$1:$2:$3Z'))
const isAhead = (name: string, now: Date): boolean => +madeAt(name) - +now > mostAhead

/** Where backups are kept; their names say when they were made. */
export function keptBackups(folder: string) {
  const names = () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => shape.test(name))
          .sort()
      : []
  const upTo = (now: Date) => names().filter((name) => !isAhead(name, now))
  return {
    /** Where the next one goes; what was begun before and never finished makes room for it. */
    pathFor: (now: Date): string => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      removeAbandoned(folder, draftShape, now)
      return join(folder, `stagedoor-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`)
    },
    /** The last one, and when it was made. */
    newest: (now: Date): { path: string; madeAt: Date } | null => {
      const last = upTo(now).at(-1)
      return last ? { path: join(folder, last), madeAt: madeAt(last) } : null
    },
    /** Those whose names say that they are still to come: a clock was wrong, or is. */
    ahead: (now: Date): string[] => names().filter((name) => isAhead(name, now)),
    /** The oldest go, so that so many are left. Those ahead are left to a person, and take no other's place. */
    thinOut: (most: number, now: Date): void => {
      for (const name of upTo(now).slice(0, -most || undefined)) rmSync(join(folder, name))
    },
  }
}
