import { type Finding, failureFinding, okFinding } from '#server/doctor/finding.ts'
import { type ConfiguredKeys, processKeyFindings } from '#server/doctor/keys.ts'
import { workerSilentLimitSeconds } from '#server/jobs/health.ts'

type RunningAddress = { address: string; token: string | undefined }

const metricsHint = 'Run this with the PORT of the process and, unless HOST is 127.0.0.1, its METRICS_TOKEN.'

/** Findings from the metrics of the process that has the embedded database open: no other process can read it. */
export async function processFindings({ address, token }: RunningAddress, keys: ConfiguredKeys): Promise<Finding[]> {
  const text = await figuresOf(address, token)
  const figure = (name: string) => {
    const found = new RegExp(`^stagedoor_${name} (\\S+)$`, 'm').exec(text)?.[1]
    return found === undefined ? null : Number(found)
  }
  const [, dataKey, appSecret] = /^stagedoor_keys_info\{data_key="(\w+)",app_secret="(\w+)"\}/m.exec(text) ?? []
  return [
    ...processKeyFindings(dataKey && appSecret ? { dataKey, appSecret } : null, keys),
    jobsFinding(figure('jobs_waiting'), figure('jobs_laid_aside')),
    workerFinding(figure('jobs_worker_silent_seconds')),
  ]
}

async function figuresOf(address: string, token: string | undefined): Promise<string> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(`${address}/metrics`, { headers, signal: AbortSignal.timeout(5_000) }).catch(() => null)
  return answer?.ok ? answer.text() : ''
}

function jobsFinding(waiting: number | null, laidAside: number | null): Finding {
  const subject = 'Background jobs'
  if (waiting === null || laidAside === null)
    return failureFinding(subject, 'the running process does not report them', metricsHint)
  if (laidAside === 0) return okFinding(subject, `${waiting} wait, none was laid aside`)
  const message = `${laidAside} failed for good and were laid aside`
  return { subject, state: 'warn', message, fix: 'Settings, System in the admin area sends them back.' }
}

function workerFinding(silent: number | null): Finding {
  const subject = 'Worker'
  if (silent === null)
    return failureFinding(subject, 'the running process does not report whether a worker runs', metricsHint)
  return silent <= workerSilentLimitSeconds
    ? okFinding(subject, `silent for ${silent} seconds`)
    : failureFinding(
        subject,
        `no worker has reported for ${Math.round(silent / 60)} minutes`,
        'Start one without WORKER=off.',
      )
}
