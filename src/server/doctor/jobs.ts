import type { Owner } from '#server/db/migrations.ts'
import { type Finding, ok, warn } from '#server/doctor/finding.ts'
import { laidAside } from '#server/jobs/enqueue.ts'

const what = 'Background jobs'
const minute = 60
/** Jobs are taken within seconds; a mail that is put off is not due. */
const tooLong = 15 * minute

/** What was laid aside, and whether anybody works on what is due. */
export async function jobFindings(owner: Pick<Owner, 'rows'>): Promise<Finding[]> {
  const [there] = await owner.rows<{ there: boolean }>(`select to_regclass('pgboss.job') is not null as there`)
  if (!there!.there) return []
  const [found] = await owner.rows<{ failed: string; due: string; oldest: number | null }>(
    `select count(*) filter (where name = $1)::text as failed, count(*) filter (where name <> $1 and start_after <= now())::text as due,
      extract(epoch from now() - min(start_after) filter (where name <> $1))::float as oldest
      from pgboss.job where state < 'active'`,
    [laidAside],
  )
  const { failed, due, oldest } = found!
  const findings: Finding[] = []
  if (Number(failed) > 0)
    findings.push(
      warn(
        what,
        `${failed} failed for good and were laid aside`,
        'Settings, System in the admin area sends them back; the log says why they failed.',
      ),
    )
  if (oldest !== null && oldest > tooLong)
    findings.push(
      warn(
        what,
        `${due} wait, the oldest for ${Math.round(oldest / minute)} minutes`,
        'Is a worker running? npm run worker, or a process without WORKER=off.',
      ),
    )
  return findings.length ? findings : [ok(what, `${due} wait, none was laid aside`)]
}
