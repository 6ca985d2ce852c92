import { timingSafeEqual } from 'node:crypto'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import type { Account } from '#server/accounts/users.ts'
import { newId } from '#server/db/id.ts'

/**
 * A browser that somebody has signed in with carries a mark of that, signed in or not: it is bound to the account and
 * to its password, so a new password ends it everywhere. Strangers have none, and whatever they try is counted apart
 * from what such a browser tries. One that has only set a new password by a link of a mail is `reset`: its tries are its
 * own too, but it has never shown a second factor.
 */
export type Device = { id: string; has: 'signed-in' | 'reset' }

/** People share browsers; more than this many of them do not. */
const mostMarks = 4
const kinds = { s: 'signed-in', r: 'reset' } as const
const shape = /^([0-9a-f-]{36})\.(\d{1,10})\.([0-9a-f-]{36})\.([sr])\.(\d{13,15})\.([A-Za-z0-9_-]{43})$/

type Whose = Pick<Account, 'id' | 'passwordVersion'>
type Asks = Pick<AuthContext, 'keys' | 'tokens' | 'now'>

/** What this browser is to an account; null for a stranger's. */
export function deviceOf({ keys, tokens, now }: Asks, account: Whose | undefined): Device | null {
  if (!account) return null
  for (const mark of marksIn(tokens.device)) {
    const [, userId, version, id, kind, expires, signed] = shape.exec(mark) ?? []
    const isTheirs = userId === account.id && Number(version) === account.passwordVersion
    if (!isTheirs || Number(expires) <= +now) continue
    const said = mark.slice(0, mark.lastIndexOf('.'))
    if (isSame(signed!, keys.device(said))) return { id: id!, has: kinds[kind as keyof typeof kinds] }
  }
  return null
}

/** The cookie with which a browser is known from now on; marks of other people stay in it. */
export function knownDevice(auth: Asks, account: Whose, has: Device['has']): string {
  const id = deviceOf(auth, account)?.id ?? newId()
  const kind = has === 'signed-in' ? 's' : 'r'
  const said = [account.id, account.passwordVersion, id, kind, +auth.now + lifetimes.device].join('.')
  const others = marksIn(auth.tokens.device).filter((mark) => shape.test(mark) && !mark.startsWith(`${account.id}.`))
  return [`${said}.${auth.keys.device(said)}`, ...others].slice(0, mostMarks).join('~')
}

const marksIn = (cookie = ''): string[] => (cookie.length > 2_000 ? [] : cookie.split('~').slice(0, mostMarks))

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
