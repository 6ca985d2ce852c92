import { existsSync, statSync } from 'node:fs'
import { openArchive } from '#server/backup/archive.ts'
import { keptBackups } from '#server/backup/kept.ts'
import { unfinishedRestore } from '#server/backup/unfinished.ts'
import { roomIn } from '#server/data-folder.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { bad, type Finding, looked, ok, reasonOf, warn } from '#server/doctor/finding.ts'
import { mayWrite, nearest, roomFinding } from '#server/doctor/folder.ts'

const what = 'Backups'
const hour = 3_600_000

type Kept = {
  folder: string
  dataDir: string
  /** A running house makes them. */
  byItself: boolean
}

/** Whether the last backup is young and can be opened, and whether there is a place for the next one. */
export async function backupFindings({ folder, dataDir, byItself }: Kept, now: Date): Promise<Finding[]> {
  const todo = byItself
    ? 'A running house makes one a day; look in its log for "no backup was made". By hand: npm run backup'
    : 'npm run backup, each night by a timer (deploy/stagedoor-backup.timer).'
  return [
    ...placeFindings(folder),
    await newestFinding(folder, todo, now),
    ...aheadFindings(folder, now),
    ...(isOnAnotherDisk(folder, dataDir) ? [roomFinding('Disk of the backups', await roomIn(folder))] : []),
  ]
}

/** Nothing is said of a place in which no restore was cut short. */
export const restoreFindings = (dataDir: string, database: DatabaseOptions): Promise<Finding[]> =>
  looked('Restore', 'Make the database reachable; a restore was begun here.', async () => {
    const archive = await unfinishedRestore(dataDir, database)
    const todo = `npm run restore -- "${archive}"; until then nothing is started here.`
    return archive === null ? [] : [bad('Restore', `the one of ${archive} was begun here and not finished`, todo)]
  })

function placeFindings(folder: string): Finding[] {
  if (mayWrite(nearest(folder))) return []
  return [
    bad(what, `this user may not write to ${folder}`, 'Give it to the user who runs Stagedoor, or set BACKUP_DIR.'),
  ]
}

async function newestFinding(folder: string, todo: string, now: Date): Promise<Finding> {
  const newest = keptBackups(folder).newest(now)
  if (!newest) return warn(what, `there is none in ${folder}`, todo)
  try {
    await openArchive(newest.path)
  } catch (error) {
    return bad(what, `the last one cannot be used: ${reasonOf(error)}`, todo)
  }
  const hours = (+now - +newest.madeAt) / hour
  const age = hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`
  const words = `the last one in ${folder} is ${age} old`
  return hours < 48 ? ok(what, words) : warn(what, words, todo)
}

function aheadFindings(folder: string, now: Date): Finding[] {
  const [first, ...more] = keptBackups(folder).ahead(now)
  if (!first) return []
  const which = more.length ? `${first} and ${more.length} more in ${folder} are` : `${first} in ${folder} is`
  const todo = 'If the clock of this machine is right, delete what is dated ahead, or give it its true date.'
  return [warn(what, `${which} dated in the future, which does not count`, todo)]
}

const isOnAnotherDisk = (folder: string, dataDir: string): boolean =>
  existsSync(folder) && existsSync(dataDir) && statSync(folder).dev !== statSync(dataDir).dev
