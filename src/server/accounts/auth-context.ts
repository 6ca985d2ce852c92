import type { PasswordRequirements } from '#domain/accounts/password.ts'
import type { AccountKeys } from '#server/accounts/keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** What all account actions share, for as long as the process lives. */
export type AuthDeps = { keys: AccountKeys; sealer: Pick<Sealer, 'seal' | 'open'> }

/**
 * One request at the desk where people are let in. Each action takes several short transactions, because passwords are
 * hashed between them and never while one is open.
 */
export type AuthContext = AuthDeps & {
  site: { siteId: string; name: string; locale: string; origin: string; passwords: PasswordRequirements }
  now: Date
  /** In this website, in the role of the desk itself. */
  inSite: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  /** The network address that limits are counted by. */
  address: string
  /** The device in words. */
  device: string
  /** What the browser has brought with it. */
  tokens: {
    session?: string | undefined
    challenge?: string | undefined
    signUp?: string | undefined
    device?: string | undefined
  }
}

/** Somebody who is signed in, and the session that shows it. */
export type Person = { userId: string; sessionId: string }
