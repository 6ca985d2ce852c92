import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { type Finding, failureFinding, okFinding, warningFinding } from '#server/doctor/finding.ts'

const subject = 'Clock'
const day = 86_400_000
const setIt = 'timedatectl set-ntp true, or set it by hand; codes, links and sales go by it.'

type Sources = {
  now: Date
  /** When this program was put here: no clock that goes right is before it. */
  installed?: Date
  isSetByNtp?: () => Promise<boolean | null>
}

/** The clock of this machine, by what can be known without asking another one. */
export async function clockFindings(sources: Sources): Promise<Finding[]> {
  const { now, installed = statSync('package.json').mtime, isSetByNtp = askSystem } = sources
  const message = `${now.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  if (+installed - +now > day)
    return [
      failureFinding(
        subject,
        `${message} is before this program was put here (${installed.toISOString().slice(0, 10)})`,
        setIt,
      ),
    ]
  const isSet = await isSetByNtp()
  if (isSet === false) return [warningFinding(subject, `${message}; it is not set by NTP`, setIt)]
  return [
    okFinding(
      subject,
      isSet ? `${message}, set by NTP` : `${message}; the system does not say whether it is set by NTP`,
    ),
  ]
}

/** Null where the system does not tell: a container, or another kind of system. */
function askSystem(): Promise<boolean | null> {
  const args = ['show', '--property=NTPSynchronized', '--value']
  return new Promise((resolve) =>
    execFile('timedatectl', args, { timeout: 5_000 }, (error, stdout) =>
      resolve(error ? null : stdout.trim() === 'yes'),
    ),
  )
}
