import { emailProblem } from '#domain/accounts/email.ts'

/** For a form with an address in it. */
export function checkEmail({ email }: { email: string }): { email?: string } {
  const problem = emailProblem(email)
  return problem ? { email: problem } : {}
}
