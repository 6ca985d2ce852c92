import { challengeTexts } from '#domain/texts/accounts.ts'

export const totpCodeLength = 6
export const maxSecondFactorAttempts = 5
/** Over all networks and websites; afterwards only a browser that has signed in before may try. */
export const wrongCodeLimit = { max: 30, ms: 24 * 60 * 60_000 } as const
export const recoveryCodeCount = 10
export const recoveryCodeLength = 8
export const recoveryCodeAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
export const qrCodeSettings = { pixels: 256, errorCorrection: 'L' } as const
export const copyConfirmationMs = 2000

/** The digits of what is typed or pasted into a field for an authenticator code. */
export const cleanTotpCode = (typed: string): string => typed.replace(/[^0-9]/g, '').slice(0, totpCodeLength)

export const isTotpCode = (code: string): boolean => /^[0-9]{6}$/.test(code)

/** Trimmed and in capitals, as codes are compared. */
export const normalizeRecoveryCode = (typed: string): string => typed.trim().toUpperCase()

export const isSecondFactorLocked = (failedAttempts: number): boolean => failedAttempts >= maxSecondFactorAttempts

/** The notice beside the code field after a failure. */
export function failedAttemptsNotice(failedAttempts: number): string | null {
  if (failedAttempts <= 0) return null
  return isSecondFactorLocked(failedAttempts)
    ? challengeTexts.locked
    : challengeTexts.attemptsRemaining({ n: maxSecondFactorAttempts - failedAttempts })
}

/** A factor that is still being set up does not count. */
export const isSecondFactorEnabled = (factors: { status: string }[]): boolean =>
  factors.some(({ status }) => status === 'verified')
