import type { PasswordRequirements } from '#domain/accounts/password.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** None of these keys is in the database: a copy of the database is not enough to sign in. */
export type AccountKeys = {
  /** Signs the bearer tokens of one website. */
  bearer: (siteId: string) => Buffer
  /** Signs the confirmations of one website. */
  confirmation: (siteId: string) => Buffer
  /** Signs device cookies. */
  device: Buffer
  /** Recovery codes are short: without this key they could be guessed from their hashes. */
  recoveryCode: (userId: string, code: string) => string
  /** A keyed hash of what a rate limit counts, so that the stored key does not reveal it. */
  blind: (subject: string) => string
}

/** What all account commands share, for as long as the process lives. */
export type AuthDeps = { keys: AccountKeys; sealer: Pick<Sealer, 'seal' | 'open'> }

/**
 * One request to an account route. A command uses several short transactions, because passwords are hashed between them
 * and never while one is open.
 */
export type AuthContext = AuthDeps & {
  site: { siteId: string; name: string; locale: string; origin: string; passwords: PasswordRequirements }
  now: Date
  /** Runs in this website, in the role `auth_service`. */
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  /** The network address that limits are counted by. */
  address: string
  /** The device in words. */
  device: string
  /** The values of the request's cookies. */
  tokens: {
    session?: string | undefined
    challenge?: string | undefined
    signUp?: string | undefined
    device?: string | undefined
  }
}

/** A signed-in user, and the session that proves it. */
export type SessionUser = { userId: string; sessionId: string }

/** What a signed-in user confirms with their password or a code. The activity log says so when that fails. */
export type ConfirmationPurpose = 'confirmation' | 'enrolment' | 'disabling' | 'password-change'

/** For the activity log: where a request came from. */
export const clientDetails = ({ device, address }: AuthContext) => ({ device, address })

/** Refuses a form whose fields have problems, before anything is looked up for it. */
export function refuseInvalidFields(problems: Record<string, string | null | undefined>): void {
  const fields = Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => !!entry[1]))
  if (Object.keys(fields).length) throw new Refusal('invalid', { fields })
}
