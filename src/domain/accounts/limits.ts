import { maxAttempts } from '#domain/accounts/second-factor.ts'

/** At most so many tries within so many seconds, counted per account, session, device or network. */
export type Limit = {
  name: string
  most: number
  seconds: number
  /** Counted over all websites of the installation together, because an account is one for all of them. */
  overAllSites?: true
}

const quarter = 15 * 60
const hour = 60 * 60
const day = 24 * hour
const overAllSites = true

export const limits = {
  signInFromAddress: { name: 'sign-in-address', most: 50, seconds: quarter, overAllSites },
  /** Whoever tries from one network locks out that network and nobody else. */
  signInFromNetwork: { name: 'sign-in-network', most: 10, seconds: quarter, overAllSites },
  /** Over all networks; afterwards only a browser that has signed in before may try. */
  signInOfAccount: { name: 'sign-in-account', most: 100, seconds: day, overAllSites },
  /** The tries of a browser that has signed in before: its own, so that nobody else can use them up. */
  signInOfDevice: { name: 'sign-in-device', most: 10, seconds: quarter, overAllSites },
  /** Showing once more that it is you, inside a session: of its own, so that nobody outside can use it up. */
  passwordOfSession: { name: 'password-session', most: 10, seconds: quarter },
  codeOfSession: { name: 'code-session', most: 5, seconds: quarter },
  /** Whoever sets up an authenticator app has its secret already: this only bounds the work. */
  enrolmentOfSession: { name: 'enrolment-session', most: 30, seconds: quarter },
  endOthersOfSession: { name: 'end-others-session', most: 10, seconds: hour },
  /** Wrong authenticator codes at sign-in. All of one factor together: `wrongCodesOfFactor`. */
  codeOfChallenge: { name: 'code-challenge', most: maxAttempts, seconds: quarter, overAllSites },
  codeFromNetwork: { name: 'code-network', most: maxAttempts, seconds: quarter, overAllSites },
  codeOfDevice: { name: 'code-device', most: maxAttempts, seconds: quarter, overAllSites },
  codesOfDevice: { name: 'codes-device', most: 30, seconds: day, overAllSites },
  /** A recovery code cannot be guessed in any number of tries that a network can send: there is no count over all. */
  recoveryFromNetwork: { name: 'recovery-network', most: 5, seconds: quarter, overAllSites },
  recoveryOfDevice: { name: 'recovery-device', most: 5, seconds: quarter, overAllSites },
  /** Mails to one mailbox; nobody is told that there are no more. */
  resetOfMailbox: { name: 'reset-mailbox', most: 3, seconds: hour, overAllSites },
  resetOfDevice: { name: 'reset-device', most: 3, seconds: hour, overAllSites },
  resetFromAddress: { name: 'reset-address', most: 20, seconds: hour, overAllSites },
  signUpOfAccount: { name: 'sign-up-account', most: 3, seconds: hour },
  signUpFromAddress: { name: 'sign-up-address', most: 20, seconds: hour },
  verificationOfSignUp: { name: 'verification-sign-up', most: 10, seconds: hour },
  resendOfAccount: { name: 'resend-account', most: 3, seconds: hour },
  invitationOfSite: { name: 'invitation-site', most: 50, seconds: hour },
  removalOfSession: { name: 'removal-session', most: 50, seconds: hour },
} as const satisfies Record<string, Limit>

/**
 * The network that an address is in: its /24 for IPv4. An IPv6 address comes here as its /64 already, which is what one
 * line gets (`Visit.address`).
 */
export function networkOf(address: string): string {
  const [, first] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? []
  return first ? `${first}.0/24` : address
}
