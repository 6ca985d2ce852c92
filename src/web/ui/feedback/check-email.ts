import { emailProblem } from '#domain/accounts/email.ts'

/** `check` of a form with an e-mail field. */
export function validateEmailField({ email }: { email: string }): { email?: string } {
  const problem = emailProblem(email)
  return problem ? { email: problem } : {}
}
