import { Refusal } from '#domain/refusal.ts'

/** What PostgreSQL calls an error, also when Drizzle or a driver has wrapped it. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code
  return undefined
}

/** The unique or check constraint that a write broke, by name. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('constraint' in at && typeof at.constraint === 'string') return at.constraint
  return undefined
}

/** Two transactions stood in each other's way, and one of them may simply be run again. */
export const isCollision = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error) ?? '')

const storageFull = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const unavailable = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // The process has as many files and connections open as it may.
  ...['EMFILE', 'ENFILE'],
  ...['57P01', '57P02', '57P03', '57P05', '57014', '55P03', '53200', '53300', '25P03'],
])
/** These the drivers say in words only. */
const lostInWords =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection|Query read timeout/

export const isStorageFull = (error: unknown): boolean => storageFull.has(codeOf(error) ?? '')

export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code) return unavailable.has(code) || code.startsWith('08')
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (lostInWords.test(at.message)) return true
  return false
}

/** What the database or the disk cannot do just now is a refusal, with the error behind it for the log; all else stays a bug. */
export function refused(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const reason = isStorageFull(error) ? 'storage-full' : isUnavailable(error) ? 'unavailable' : null
  return reason ? Object.assign(new Refusal(reason), { cause: error }) : error
}
