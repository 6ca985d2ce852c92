/** A result of the doctor: its subject, its state, and what the operator can do about it. Never holds a secret. */
export type Finding = { subject: string; state: 'ok' | 'warn' | 'bad'; message: string; fix?: string }

export const okFinding = (subject: string, message: string): Finding => ({ subject, state: 'ok', message })
export const warningFinding = (subject: string, message: string, fix: string): Finding => ({
  subject,
  state: 'warn',
  message,
  fix,
})
export const failureFinding = (subject: string, message: string, fix: string): Finding => ({
  subject,
  state: 'bad',
  message,
  fix,
})

/** A part that says nothing is one that does not answer. */
const checkTimeoutMs = 20_000

/** Runs one check. An error becomes a finding too, so that the other checks still run. */
export async function runDoctorCheck(subject: string, fix: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  const late = AbortSignal.timeout(checkTimeoutMs)
  const tooLate = new Promise<never>((_, reject) =>
    late.addEventListener('abort', () => reject(new Error(`no answer within ${checkTimeoutMs / 1000} seconds`))),
  )
  try {
    return await Promise.race([look(), tooLate])
  } catch (error) {
    return [failureFinding(subject, rootCauseMessage(error), fix)]
  }
}

/** In one line: what lies behind it all, which says most. */
export function rootCauseMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  if (inner instanceof Error) return rootCauseMessage(inner)
  return (error.message || (error as NodeJS.ErrnoException).code || error.name).split('\n')[0]!
}

const minute = 60_000

/** Signatures, codes and orders go by the clock, so all parts should agree about it. */
export function clockOffsetFinding(subject: string, theirs: Date, [before, after]: [number, number]): Finding {
  const skew = +theirs > after ? +theirs - after : +theirs < before ? +theirs - before : 0
  if (Math.abs(skew) <= minute) return okFinding(subject, 'agrees with the clock of this machine')
  const seconds = Math.round(Math.abs(skew) / 1000)
  return failureFinding(
    subject,
    `is ${seconds} seconds ${skew > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
    'Have both machines set their clocks by NTP (timedatectl set-ntp true).',
  )
}
