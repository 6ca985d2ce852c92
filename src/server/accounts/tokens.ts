import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { tokenLifetimesMs } from '#domain/accounts/session.ts'
import type { AccountKeys, AuthContext, SessionUser } from '#server/accounts/auth-context.ts'
import type { AccountCredentials } from '#server/accounts/users.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { idAt, timeOfId } from '#server/db/id.ts'

export function deriveAccountKeys({ deriveKey }: Pick<DerivedKeys, 'deriveKey'>): AccountKeys {
  const recoveryKey = deriveKey('recovery-code')
  const limitKey = deriveKey('rate-limit')
  return {
    bearer: (siteId) => deriveKey('bearer-token', siteId),
    confirmation: (siteId) => deriveKey('confirmation', siteId),
    device: deriveKey('device-cookie'),
    recoveryCode: (userId, code) => hmac(recoveryKey, `${userId} ${code}`),
    blind: (subject) => hmac(limitKey, subject),
  }
}

/** A random token of 256 bits, in a form that fits into cookies and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a random token. It needs no salt: 256 random bits cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

const randomToken = /^[A-Za-z0-9_-]{43}$/
/** Null for a text that cannot be a token, so that the database is not asked for it. */
export const hashTokenIfValid = (token: string | undefined): string | null =>
  token && randomToken.test(token) ? hashToken(token) : null

/** The signature of a signed token: HMAC-SHA-256 in base64url, 43 characters. */
const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

/** Compares in constant time. */
function isSignature(signature: string, key: Buffer, text: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(hmac(key, text))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export type SignedToken = { token: string; expiresAt: Date }

const bearerToken = /^([0-9a-f-]{36})\.(\d{13,15})\.([A-Za-z0-9_-]{43})$/

/** Names a session of one website for 15 minutes. It is only accepted while that session lives. */
export function createBearerToken(
  keys: AccountKeys,
  { siteId, sessionId }: { siteId: string; sessionId: string },
  now: Date,
): SignedToken {
  const expiresAt = new Date(+now + tokenLifetimesMs.bearer)
  const payload = `${sessionId}.${+expiresAt}`
  return { token: `${payload}.${hmac(keys.bearer(siteId), payload)}`, expiresAt }
}

/** The session that a token names; null for a token that is forged, expired, or of another website. */
export function verifyBearerToken(keys: AccountKeys, siteId: string, token: string, now: Date): string | null {
  const [, sessionId, expires, signature] = bearerToken.exec(token) ?? []
  if (!sessionId || !signature || Number(expires) <= +now) return null
  return isSignature(signature, keys.bearer(siteId), `${sessionId}.${expires}`) ? sessionId : null
}

const confirmationToken = /^(\d{13,15})\.([A-Za-z0-9_-]{43})$/

/**
 * Bound to the session in which the user has just entered their password. It is not a cookie: the page holds it in
 * memory, so a copied session cookie does not include it. It is worthless once that session has ended.
 */
export function createConfirmationToken(
  keys: AccountKeys,
  { siteId, sessionId }: { siteId: string; sessionId: string },
  now: Date,
): SignedToken {
  const expiresAt = new Date(+now + tokenLifetimesMs.confirmation)
  const signature = hmac(keys.confirmation(siteId), `${sessionId} ${+expiresAt}`)
  return { token: `${+expiresAt}.${signature}`, expiresAt }
}

/** `token` comes from the request. The caller has checked that the session is live. */
export function verifyConfirmationToken(
  { keys, site, now }: AuthContext,
  { sessionId }: SessionUser,
  token: string | undefined,
): boolean {
  const [, expires, signature] = confirmationToken.exec(token ?? '') ?? []
  if (!expires || !signature || Number(expires) <= +now) return false
  return isSignature(signature, keys.confirmation(site.siteId), `${sessionId} ${expires}`)
}

/**
 * A browser that has signed in before carries a device cookie, signed in or not. The cookie is bound to the account and
 * to its password, so a new password invalidates it everywhere. Attempts of such a browser are counted apart from those
 * of strangers. `reset`: the browser has only set a new password by a mailed link; its attempts are counted apart too,
 * but it has never shown a second factor. The time of the id is that of the browser's first sign-in.
 */
export type KnownDevice = { id: string; proof: 'signed-in' | 'reset' }

/** When the browser of this request first signed in with the account; now, if it has no device cookie. */
export function firstSignInOfBrowser(auth: DeviceContext, account: DeviceAccount): Date {
  const device = verifyDeviceCookie(auth, account)
  return device?.proof === 'signed-in' ? timeOfId(device.id) : auth.now
}

/** One cookie holds an entry for each person who uses the browser, at most this many. */
const maxDeviceEntries = 4
const proofByLetter = { s: 'signed-in', r: 'reset' } as const
const deviceEntry = /^([0-9a-f-]{36})\.(\d{1,10})\.([0-9a-f-]{36})\.([sr])\.(\d{13,15})\.([A-Za-z0-9_-]{43})$/

type DeviceContext = Pick<AuthContext, 'keys' | 'tokens' | 'now'>
type DeviceAccount = Pick<AccountCredentials, 'id' | 'passwordVersion'>

/** The browser as this account knows it; null for a stranger's browser. */
export function verifyDeviceCookie(
  { keys, tokens, now }: DeviceContext,
  account: DeviceAccount | undefined,
): KnownDevice | null {
  if (!account) return null
  for (const entry of deviceEntries(tokens.device)) {
    const [, userId, version, id, proof, expires, signature] = deviceEntry.exec(entry) ?? []
    const isOfAccount = userId === account.id && Number(version) === account.passwordVersion
    if (!isOfAccount || Number(expires) <= +now) continue
    const payload = entry.slice(0, entry.lastIndexOf('.'))
    if (isSignature(signature!, keys.device, payload))
      return { id: id!, proof: proofByLetter[proof as keyof typeof proofByLetter] }
  }
  return null
}

/**
 * The new value of the device cookie; entries of other accounts stay in it. `known` is given after a change of the
 * password, which has ended the cookie that the request came with.
 */
export function createDeviceCookie(
  auth: DeviceContext,
  account: DeviceAccount,
  proof: KnownDevice['proof'],
  known = verifyDeviceCookie(auth, account),
): string {
  const id = known?.id ?? idAt(auth.now)
  const letter = proof === 'signed-in' ? 's' : 'r'
  const payload = [account.id, account.passwordVersion, id, letter, +auth.now + tokenLifetimesMs.device].join('.')
  const others = deviceEntries(auth.tokens.device).filter(
    (entry) => deviceEntry.test(entry) && !entry.startsWith(`${account.id}.`),
  )
  return [`${payload}.${hmac(auth.keys.device, payload)}`, ...others].slice(0, maxDeviceEntries).join('~')
}

const deviceEntries = (cookie = ''): string[] =>
  cookie.length > 2_000 ? [] : cookie.split('~').slice(0, maxDeviceEntries)
