import { keptBackups } from '#server/backup/kept.ts'
import { tablesOf } from '#server/backup/rows.ts'
import type { Owner } from '#server/db/migrations.ts'
import { openAsOwner } from '#server/db/postgres.ts'
import { bad, type Finding, looked, ok, warn } from '#server/doctor/finding.ts'

const what = 'Recovery point'
const hour = 3_600_000
/** A backup takes a while, and a timer may be late. */
const grace = hour

type Parts = {
  url: string
  /** Where backups are kept. */
  folder: string
  /** How many hours of work may be lost at most, as whoever runs this has chosen. */
  every: number | undefined
}

/** How much would be lost with the disk of PostgreSQL: by its own archive of the log, or by the interval of the backups. */
export const recoveryFindings = ({ url, folder, every }: Parts, now: Date): Promise<Finding[]> =>
  looked(what, 'Start PostgreSQL, or correct DATABASE_OWNER_URL.', async () => {
    const owner = await openAsOwner(url, 3_000)
    try {
      const archive = await archiveOf(owner)
      if (archive.isOn) return [archiveFinding(archive)]
      const isEmpty = (await tablesOf(owner)).length === 0
      return [isEmpty ? ok(what, 'nothing is in the database yet') : intervalFinding(folder, every, now)]
    } finally {
      await owner.close()
    }
  })

type LogArchive = { isOn: boolean; lastAgo: number | null; isFailing: boolean }

async function archiveOf(owner: Owner): Promise<LogArchive> {
  const [found] = await owner.rows<{ mode: string; ago: number | null; failing: boolean }>(
    `select current_setting('archive_mode') as mode, extract(epoch from now() - last_archived_time)::float as ago,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing from pg_stat_archiver`,
  )
  const { mode, ago, failing } = found!
  return { isOn: mode !== 'off', lastAgo: ago, isFailing: failing }
}

/** In seconds. With archive_timeout a log is archived every few minutes. */
const longestSilence = 24 * 3_600

function archiveFinding({ lastAgo, isFailing }: LogArchive): Finding {
  const todo = 'Look into the log of PostgreSQL, and at archive_command or archive_library.'
  if (isFailing) return bad(what, 'PostgreSQL fails to archive its log', todo)
  if (lastAgo === null)
    return bad(
      what,
      'WAL archiving is on, but PostgreSQL has never archived a segment',
      `${todo} select pg_switch_wal() tries it.`,
    )
  if (lastAgo > longestSilence)
    return warn(
      what,
      `PostgreSQL archived its log ${Math.round(lastAgo / 3_600)} hours ago and not since`,
      'Set archive_timeout=300, so that a quiet site is archived too, and look at archive_command.',
    )
  return ok(what, `PostgreSQL archives its log, the last time ${Math.round(lastAgo / 60)} minutes ago`)
}

function intervalFinding(folder: string, every: number | undefined, now: Date): Finding {
  if (!every)
    return warn(
      what,
      'BACKUP_EVERY is not set, so nothing says how much work may be lost',
      'Set BACKUP_EVERY to the hours between two backups and the timer to it, or turn on WAL archiving (docs/operations.md).',
    )
  const todo = 'Set OnCalendar of stagedoor-backup.timer to it, and look at systemctl status stagedoor-backup.'
  const newest = keptBackups(folder).newest(now)
  if (!newest) return bad(what, `there is no backup, and there is to be one every ${every} hours`, todo)
  const age = +now - +newest.madeAt
  const words = `the last backup is ${(age / hour).toFixed(1)} hours old, and there is to be one every ${every}`
  return age <= every * hour + grace ? ok(what, words) : bad(what, words, todo)
}
