import { maxSecondFactorAttempts } from '#domain/accounts/second-factor.ts'

/** At most `max` attempts within `seconds`, counted per account, session, device or network. */
export type RateLimit = {
  name: string
  max: number
  seconds: number
  /** Counted over all websites of the installation, because they share accounts. */
  overAllSites?: true
}

const quarterHour = 15 * 60
const hour = 60 * 60
const day = 24 * hour
const overAllSites = true

export const accountRateLimits = {
  signInFromAddress: { name: 'sign-in-address', max: 50, seconds: quarterHour, overAllSites },
  /** Attempts from one network lock out that network only. */
  signInFromNetwork: { name: 'sign-in-network', max: 10, seconds: quarterHour, overAllSites },
  /** Over all networks; afterwards only a browser that has signed in before may try. */
  signInOfAccount: { name: 'sign-in-account', max: 100, seconds: day, overAllSites },
  /** For a browser that has signed in before, so that strangers cannot use up its attempts. */
  signInOfDevice: { name: 'sign-in-device', max: 10, seconds: quarterHour, overAllSites },
  /** Confirmations inside a session, so that strangers cannot use them up. */
  passwordOfSession: { name: 'password-session', max: 10, seconds: quarterHour },
  codeOfSession: { name: 'code-session', max: 5, seconds: quarterHour },
  /** The user who sets up an authenticator app has its secret already: this only limits the load. */
  enrollmentOfSession: { name: 'enrolment-session', max: 30, seconds: quarterHour },
  endOthersOfSession: { name: 'end-others-session', max: 10, seconds: hour },
  /** Wrong authenticator codes at sign-in. All of one factor together: `wrongCodeLimit`. */
  codeOfChallenge: { name: 'code-challenge', max: maxSecondFactorAttempts, seconds: quarterHour, overAllSites },
  codeFromNetwork: { name: 'code-network', max: maxSecondFactorAttempts, seconds: quarterHour, overAllSites },
  codeOfDevice: { name: 'code-device', max: maxSecondFactorAttempts, seconds: quarterHour, overAllSites },
  codesOfDevice: { name: 'codes-device', max: 30, seconds: day, overAllSites },
  /** A recovery code cannot be guessed in as many attempts as a network can send: there is no limit over all networks. */
  recoveryFromNetwork: { name: 'recovery-network', max: 5, seconds: quarterHour, overAllSites },
  recoveryOfDevice: { name: 'recovery-device', max: 5, seconds: quarterHour, overAllSites },
  /** Mails to one mailbox. The answer does not reveal that the limit is reached. */
  resetOfMailbox: { name: 'reset-mailbox', max: 3, seconds: hour, overAllSites },
  resetOfDevice: { name: 'reset-device', max: 3, seconds: hour, overAllSites },
  resetFromAddress: { name: 'reset-address', max: 20, seconds: hour, overAllSites },
  signUpOfAccount: { name: 'sign-up-account', max: 3, seconds: hour },
  signUpFromAddress: { name: 'sign-up-address', max: 20, seconds: hour },
  verificationOfSignUp: { name: 'verification-sign-up', max: 10, seconds: hour },
  resendOfAccount: { name: 'resend-account', max: 3, seconds: hour },
  /** Each request mails two addresses, one of which may be a stranger's. */
  emailChangeOfAccount: { name: 'email-change-account', max: 5, seconds: hour, overAllSites },
  invitationOfSite: { name: 'invitation-site', max: 50, seconds: hour },
  testMailOfAccount: { name: 'test-mail-account', max: 5, seconds: hour, overAllSites },
  removalOfSession: { name: 'removal-session', max: 50, seconds: hour },
} as const satisfies Record<string, RateLimit>

/**
 * The network of an address: its /24 for IPv4. An IPv6 address is passed as its /64 already, which is what one
 * connection gets (`Visit.address`).
 */
export function networkPrefixOf(address: string): string {
  const [, first] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? []
  return first ? `${first}.0/24` : address
}
