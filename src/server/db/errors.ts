import { OperatorError } from '#domain/operator-error.ts'
import { Refusal } from '#domain/refusal.ts'

/** The SQLSTATE or system error code, also when Drizzle or a driver has wrapped the error. */
export function errorCode(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return at.code
  return undefined
}

/** The name of the unique or check constraint that a write violated. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('constraint' in at && typeof at.constraint === 'string') return at.constraint
  return undefined
}

/** A serialization failure or a deadlock: the transaction may be run again. */
export const isSerializationFailure = (error: unknown): boolean => ['40001', '40P01'].includes(errorCode(error) ?? '')

const storageFull = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // The process has reached its limit of open files and connections.
  ...['EMFILE', 'ENFILE'],
  ...['57P01', '57P02', '57P03', '57P05', '57014', '55P03', '53200', '53300', '25P03'],
])
/** Drivers report these without a code. */
const lostConnectionMessage =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection|Query read timeout/

export const isStorageFull = (error: unknown): boolean => storageFull.has(errorCode(error) ?? '')

export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error)
  if (code) return unavailableCodes.has(code) || code.startsWith('08')
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (lostConnectionMessage.test(at.message)) return true
  return false
}

/** A full disk or an unreachable database becomes a refusal, with the error as its cause for the log. Other errors stay bugs. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const reason = isStorageFull(error) ? 'storage-full' : isDatabaseUnavailable(error) ? 'unavailable' : null
  return reason ? Object.assign(new Refusal(reason), { cause: error }) : error
}

/** The database cannot be opened; the message says what an operator can do about it. */
export class DatabaseStartError extends OperatorError {
  override readonly name = 'StartRefusal'
}
