import { createHmac, timingSafeEqual } from 'node:crypto'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import type { AccountKeys } from '#server/accounts/keys.ts'

const shape = /^(\d{13,15})\.([A-Za-z0-9_-]{43})$/

type Confirmed = { siteId: string; sessionId: string }

const signature = (keys: AccountKeys, { siteId, sessionId }: Confirmed, expires: string) =>
  createHmac('sha256', keys.confirmation(siteId)).update(`${sessionId} ${expires}`).digest()

/**
 * Names the session in which somebody has just confirmed who they are. It is no cookie: the page that asked holds it in
 * memory, so a copied session cookie does not bring it along. It is worth nothing once that session has ended.
 */
export function confirmationToken(
  keys: AccountKeys,
  confirmed: Confirmed,
  now: Date,
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(+now + lifetimes.confirmation)
  const expires = String(+expiresAt)
  return { token: `${expires}.${signature(keys, confirmed, expires).toString('base64url')}`, expiresAt }
}

/** `token` is what a request has shown. Whether its session lives was asked before. */
export function isConfirmed(
  { keys, site, now }: AuthContext,
  { sessionId }: Person,
  token: string | undefined,
): boolean {
  const [, expires, signed] = shape.exec(token ?? '') ?? []
  if (!expires || !signed || Number(expires) <= +now) return false
  const given = Buffer.from(signed, 'base64url')
  const wanted = signature(keys, { siteId: site.siteId, sessionId }, expires)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
