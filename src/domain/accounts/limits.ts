/** At most so many tries within so many seconds, counted per account, session or network address. */
export type Limit = { name: string; most: number; seconds: number }

const quarter = 15 * 60
const hour = 60 * 60

export const limits = {
  signInOfAccount: { name: 'sign-in-account', most: 10, seconds: quarter },
  signInFromAddress: { name: 'sign-in-address', most: 50, seconds: quarter },
  /** Showing once more that it is you, inside a session: of its own, so that nobody outside can use it up. */
  passwordOfSession: { name: 'password-session', most: 10, seconds: quarter },
  codeOfSession: { name: 'code-session', most: 5, seconds: quarter },
  endOthersOfSession: { name: 'end-others-session', most: 10, seconds: hour },
  recoveryOfAccount: { name: 'recovery-account', most: 5, seconds: quarter },
  resetOfAccount: { name: 'reset-account', most: 3, seconds: hour },
  resetFromAddress: { name: 'reset-address', most: 20, seconds: hour },
  signUpOfAccount: { name: 'sign-up-account', most: 3, seconds: hour },
  signUpFromAddress: { name: 'sign-up-address', most: 20, seconds: hour },
  verificationOfSignUp: { name: 'verification-sign-up', most: 10, seconds: hour },
  resendOfAccount: { name: 'resend-account', most: 3, seconds: hour },
  invitationOfSite: { name: 'invitation-site', most: 50, seconds: hour },
  removalOfSession: { name: 'removal-session', most: 50, seconds: hour },
} as const satisfies Record<string, Limit>
