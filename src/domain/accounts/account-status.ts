export type AccountStatus = 'verified' | 'no-account' | 'needs-verification' | 'unknown'

/** What the answer to a sign-up check tells about the account; the first phrase found decides. */
export function accountStatus(message: string): AccountStatus {
  const said = message.toLowerCase()
  if (said.includes('already confirmed') || said.includes('verified')) return 'verified'
  if (said.includes('not found')) return 'no-account'
  if (said.includes('confirmation') || said.includes('verification')) return 'needs-verification'
  return 'unknown'
}
