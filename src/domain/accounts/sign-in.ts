import { emailProblem } from '#domain/accounts/email.ts'
import { passwordTexts, resetTexts } from '#domain/texts/accounts.ts'

export type SignInValues = { email: string; password: string }

/** Checked before sending. An old password may break today's rules, so it only must not be empty. */
export function signInProblems({ email, password }: SignInValues): Partial<Record<keyof SignInValues, string>> {
  const problem = emailProblem(email)
  return { ...(problem && { email: problem }), ...(!password && { password: passwordTexts.required }) }
}

export function forgotPasswordProblem(email: string): string | null {
  return email.trim() ? emailProblem(email) : resetTexts.emailFirst
}

export type AccountStatus = 'verified' | 'no-account' | 'needs-verification' | 'unknown'

/** Reads the status of a sign-up from its message (specification): the first phrase found decides. */
export function accountStatusFromMessage(message: string): AccountStatus {
  const text = message.toLowerCase()
  if (text.includes('already confirmed') || text.includes('verified')) return 'verified'
  if (text.includes('not found')) return 'no-account'
  if (text.includes('confirmation') || text.includes('verification')) return 'needs-verification'
  return 'unknown'
}

export const signOutAttempts = 3
/** The pauses before the second and the third attempt. */
export const signOutRetryDelaysMs = [2000, 4000] as const
export const signingOutTimeoutMs = 30_000
