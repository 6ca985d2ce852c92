import { existsSync, statSync } from 'node:fs'
import { openArchive } from '#server/backup/archive.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { unfinishedRestore } from '#server/backup/restore.ts'
import { tablesOf } from '#server/backup/rows.ts'
import { diskSpaceOf } from '#server/data-folder.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'
import { openPostgresAsOwner } from '#server/db/postgres.ts'
import {
  type Finding,
  failureFinding,
  okFinding,
  rootCauseMessage,
  runDoctorCheck,
  warningFinding,
} from '#server/doctor/finding.ts'
import { diskSpaceFinding, isWritablePath, nearestExistingFolder } from '#server/doctor/folder.ts'

const subject = 'Backups'
const hourMs = 3_600_000

type BackupSettings = {
  folder: string
  dataDir: string
  /** The running server makes them by itself. */
  byItself: boolean
}

/** Checks that the last backup is recent and can be opened, and that the folder can take the next one. */
export async function backupFindings({ folder, dataDir, byItself }: BackupSettings, now: Date): Promise<Finding[]> {
  const fix = byItself
    ? 'A running server makes one a day; look in its log for "no backup was made". By hand: npm run backup'
    : 'npm run backup, each night by a timer (deploy/stagedoor-backup.timer).'
  return [
    ...placeFindings(folder),
    await newestFinding(folder, fix, now),
    ...aheadFindings(folder, now),
    ...(isOnAnotherDisk(folder, dataDir) ? [diskSpaceFinding('Disk of the backups', await diskSpaceOf(folder))] : []),
  ]
}

/** Nothing is said of a place in which no restore was cut short. */
export const restoreFindings = (dataDir: string, database: DatabaseOptions): Promise<Finding[]> =>
  runDoctorCheck('Restore', 'Make the database reachable; a restore was begun here.', async () => {
    const archive = await unfinishedRestore(dataDir, database)
    const fix = `npm run restore -- "${archive}"; until then nothing is started here.`
    return archive === null
      ? []
      : [failureFinding('Restore', `the one of ${archive} was begun here and not finished`, fix)]
  })

function placeFindings(folder: string): Finding[] {
  if (isWritablePath(nearestExistingFolder(folder))) return []
  return [
    failureFinding(
      subject,
      `this user may not write to ${folder}`,
      'Give it to the user who runs Stagedoor, or set BACKUP_DIR.',
    ),
  ]
}

async function newestFinding(folder: string, fix: string, now: Date): Promise<Finding> {
  const newest = openBackupFolder(folder).newest(now)
  if (!newest) return warningFinding(subject, `there is none in ${folder}`, fix)
  try {
    await openArchive(newest.path)
  } catch (error) {
    return failureFinding(subject, `the last one cannot be used: ${rootCauseMessage(error)}`, fix)
  }
  const hours = (+now - +newest.madeAt) / hourMs
  const age = hours < 48 ? `${Math.round(hours)} hours` : `${Math.round(hours / 24)} days`
  const message = `the last one in ${folder} is ${age} old`
  return hours < 48 ? okFinding(subject, message) : warningFinding(subject, message, fix)
}

function aheadFindings(folder: string, now: Date): Finding[] {
  const [first, ...more] = openBackupFolder(folder).ahead(now)
  if (!first) return []
  const which = more.length ? `${first} and ${more.length} more in ${folder} are` : `${first} in ${folder} is`
  const fix = 'If the clock of this machine is right, delete what is dated ahead, or give it its true date.'
  return [warningFinding(subject, `${which} dated in the future, which does not count`, fix)]
}

const isOnAnotherDisk = (folder: string, dataDir: string): boolean =>
  existsSync(folder) && existsSync(dataDir) && statSync(folder).dev !== statSync(dataDir).dev

const recoveryPoint = 'Recovery point'
/** A backup takes a while, and a timer may be late. */
const grace = hourMs

type Deps = {
  url: string
  /** The folder of the backups. */
  folder: string
  /** How many hours of work may be lost at most; the operator chooses it. */
  every: number | undefined
}

/** How much would be lost with the disk of PostgreSQL: by its own archive of the log, or by the interval of the backups. */
export const recoveryFindings = ({ url, folder, every }: Deps, now: Date): Promise<Finding[]> =>
  runDoctorCheck(recoveryPoint, 'Start PostgreSQL, or correct DATABASE_OWNER_URL.', async () => {
    const owner = await openPostgresAsOwner(url, 3_000)
    try {
      const archive = await archiveOf(owner)
      if (archive.isOn) return [archiveFinding(archive)]
      const isEmpty = (await tablesOf(owner)).length === 0
      return [
        isEmpty ? okFinding(recoveryPoint, 'nothing is in the database yet') : intervalFinding(folder, every, now),
      ]
    } finally {
      await owner.close()
    }
  })

type LogArchive = { isOn: boolean; lastAgo: number | null; isFailing: boolean }

async function archiveOf(owner: OwnerConnection): Promise<LogArchive> {
  const [found] = await owner.rows<{ mode: string; ago: number | null; failing: boolean }>(
    `select current_setting('archive_mode') as mode, extract(epoch from now() - last_archived_time)::float as ago,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing from pg_stat_archiver`,
  )
  const { mode, ago, failing } = found!
  return { isOn: mode !== 'off', lastAgo: ago, isFailing: failing }
}

/** In seconds. With archive_timeout a log is archived every few minutes. */
const maxSilenceSeconds = 24 * 3_600

function archiveFinding({ lastAgo, isFailing }: LogArchive): Finding {
  const fix = 'Look into the log of PostgreSQL, and at archive_command or archive_library.'
  if (isFailing) return failureFinding(recoveryPoint, 'PostgreSQL fails to archive its log', fix)
  if (lastAgo === null)
    return failureFinding(
      recoveryPoint,
      'WAL archiving is on, but PostgreSQL has never archived a segment',
      `${fix} select pg_switch_wal() tries it.`,
    )
  if (lastAgo > maxSilenceSeconds)
    return warningFinding(
      recoveryPoint,
      `PostgreSQL archived its log ${Math.round(lastAgo / 3_600)} hours ago and not since`,
      'Set archive_timeout=300, so that a quiet site is archived too, and look at archive_command.',
    )
  return okFinding(recoveryPoint, `PostgreSQL archives its log, the last time ${Math.round(lastAgo / 60)} minutes ago`)
}

function intervalFinding(folder: string, every: number | undefined, now: Date): Finding {
  if (!every)
    return warningFinding(
      recoveryPoint,
      'BACKUP_EVERY is not set, so nothing says how much work may be lost',
      'Set BACKUP_EVERY to the hours between two backups and the timer to it, or turn on WAL archiving (docs/operations.md).',
    )
  const fix = 'Set OnCalendar of stagedoor-backup.timer to it, and look at systemctl status stagedoor-backup.'
  const newest = openBackupFolder(folder).newest(now)
  if (!newest)
    return failureFinding(recoveryPoint, `there is no backup, and there is to be one every ${every} hours`, fix)
  const age = +now - +newest.madeAt
  const message = `the last backup is ${(age / hourMs).toFixed(1)} hours old, and there is to be one every ${every}`
  return age <= every * hourMs + grace ? okFinding(recoveryPoint, message) : failureFinding(recoveryPoint, message, fix)
}
