import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openArchive } from '#server/backup/archive.ts'
import { removeAbandonedFiles } from '#server/backup/temporary-files.ts'

/** A whole one holds everything; an hourly one holds the rows, and names the archives that hold most of its files. */
export type BackupKind = 'whole' | 'hourly'

const backupNamePattern = /^stagedoor-(hourly-)?(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.zip$/
const partialNamePattern = /^stagedoor-(hourly-)?[\dTZ-]+\.zip\.part$/

/** A clock may be a little ahead of another one; a name that is further ahead says nothing about an age. */
const maxAheadMs = 3_600_000

/** An hour each, so a day. */
const maxHourly = 24

const madeAt = (name: string): Date => new Date(name.replace(backupNamePattern, '$2:$3:$4Z'))
const kindOf = (name: string): BackupKind => (backupNamePattern.exec(name)?.[1] ? 'hourly' : 'whole')
const isDatedAhead = (name: string, now: Date): boolean => +madeAt(name) - +now > maxAheadMs

export type StoredBackup = { path: string; madeAt: Date }

/** The folder of the backups; their names hold the time at which they were made. */
export function openBackupFolder(folder: string) {
  const names = () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => backupNamePattern.test(name))
          .sort((a, b) => +madeAt(a) - +madeAt(b))
      : []
  const upTo = (now: Date, kind?: BackupKind) =>
    names().filter((name) => !isDatedAhead(name, now) && (!kind || kindOf(name) === kind))
  return {
    /** The path of the next backup. Deletes partial archives that were never finished. */
    pathFor: (now: Date, kind: BackupKind = 'whole'): string => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      removeAbandonedFiles(folder, partialNamePattern, now)
      const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
      return join(folder, `stagedoor-${kind === 'hourly' ? 'hourly-' : ''}${time}Z.zip`)
    },
    /** The path for an archive of one website. Such archives are never deleted automatically. */
    pathForSite: (websiteId: string, now: Date): string => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return join(folder, `website-${websiteId}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`)
    },
    /** The last one of a kind, or of all, and when it was made. */
    newest: (now: Date, kind?: BackupKind): StoredBackup | null => {
      const last = upTo(now, kind).at(-1)
      return last ? { path: join(folder, last), madeAt: madeAt(last) } : null
    },
    /** Backups dated in the future: a clock was wrong, or is. */
    ahead: (now: Date): string[] => names().filter((name) => isDatedAhead(name, now)),
    /**
     * The oldest go, so that so many whole ones are left and those of a day's hours. One stays for as long as another
     * that stays needs its files. Those ahead are left to a person, and take no other's place.
     */
    thinOut: async (max: number, now: Date): Promise<void> => {
      const [whole, hourly] = [upTo(now, 'whole'), upTo(now, 'hourly')]
      const staying = new Set([...whole.slice(-max || whole.length), ...hourly.slice(-maxHourly)])
      const needed = new Set<string>()
      for (const name of staying) if (kindOf(name) === 'hourly') await addReferencedArchives(join(folder, name), needed)
      for (const name of [...whole, ...hourly]) if (!staying.has(name) && !needed.has(name)) rmSync(join(folder, name))
    },
  }
}

/** An archive that cannot be opened needs no other archive. */
async function addReferencedArchives(path: string, needed: Set<string>): Promise<void> {
  const archive = await openArchive(path).catch(() => null)
  for (const { archive: name } of archive?.manifest.elsewhere ?? []) needed.add(basename(name))
}
