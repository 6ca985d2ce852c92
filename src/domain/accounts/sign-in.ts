import { emailProblem } from '#domain/accounts/email.ts'
import { passwordTexts, resetTexts } from '#domain/texts/accounts.ts'

export type SignInForm = { email: string; password: string }

/** Checked before anything is sent. An old password may break today's rules, so it only has to be there. */
export function signInProblems({ email, password }: SignInForm): Partial<Record<keyof SignInForm, string>> {
  const unfit = emailProblem(email)
  return { ...(unfit && { email: unfit }), ...(!password && { password: passwordTexts.required }) }
}

export function forgotPasswordProblem(email: string): string | null {
  return email.trim() ? emailProblem(email) : resetTexts.emailFirst
}
