import type { OwnerConnection } from '#server/db/migrations.ts'
import { type Finding, failureFinding, okFinding, warningFinding } from '#server/doctor/finding.ts'
import { deadLetterQueue } from '#server/jobs/enqueue.ts'
import { workerSilentLimitSeconds, workerSilentSecondsSql } from '#server/jobs/health.ts'

const subject = 'Background jobs'
const minute = 60
/** Jobs are taken within seconds; a mail that is put off is not due. */
const tooLong = 15 * minute
const isOneRunning =
  'Is a worker running? npm run worker (systemctl status stagedoor-worker), or a process without WORKER=off.'

/** Checks for jobs that failed for good, and for due jobs that no worker runs. */
export async function jobFindings(owner: Pick<OwnerConnection, 'rows'>): Promise<Finding[]> {
  if (!(await areThere(owner))) return []
  const [found] = await owner.rows<{ failed: string; due: string; oldest: number | null }>(
    `select count(*) filter (where name = $1)::text as failed, count(*) filter (where name <> $1 and start_after <= now())::text as due,
      extract(epoch from now() - min(start_after) filter (where name <> $1))::float as oldest
      from pgboss.job where state < 'active'`,
    [deadLetterQueue],
  )
  const { failed, due, oldest } = found!
  const findings: Finding[] = []
  if (Number(failed) > 0)
    findings.push(
      warningFinding(
        subject,
        `${failed} failed for good and were laid aside`,
        'Settings, System in the admin area sends them back; the log says why they failed.',
      ),
    )
  if (oldest !== null && oldest > tooLong)
    findings.push(
      warningFinding(subject, `${due} wait, the oldest for ${Math.round(oldest / minute)} minutes`, isOneRunning),
    )
  return findings.length ? findings : [okFinding(subject, `${due} wait, none was laid aside`)]
}

/** Whether a worker is running, also while no job is due. Not for an embedded database that no process has open. */
export async function workerFindings(owner: Pick<OwnerConnection, 'rows'>): Promise<Finding[]> {
  if (!(await areThere(owner))) return []
  const [found] = await owner.rows<{ silent: number }>(`select (${workerSilentSecondsSql}) as silent`)
  const { silent } = found!
  if (silent <= workerSilentLimitSeconds) return [okFinding('Worker', `silent for ${Math.round(silent)} seconds`)]
  return [failureFinding('Worker', `no worker has reported for ${Math.round(silent / minute)} minutes`, isOneRunning)]
}

async function areThere(owner: Pick<OwnerConnection, 'rows'>): Promise<boolean> {
  const [found] = await owner.rows<{ there: boolean }>(`select to_regclass('pgboss.job') is not null as there`)
  return found!.there
}
