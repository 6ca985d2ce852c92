import { createHmac, timingSafeEqual } from 'node:crypto'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import type { AccountKeys } from '#server/accounts/keys.ts'

const shape = /^([0-9a-f-]{36})\.(\d{13,15})\.([A-Za-z0-9_-]{43})$/

const signature = (keys: AccountKeys, siteId: string, said: string) =>
  createHmac('sha256', keys.bearer(siteId)).update(said).digest()

/** Names a session of one website, for a quarter of an hour. It is worth something only while that session lives. */
export function bearerToken(
  keys: AccountKeys,
  { siteId, sessionId }: { siteId: string; sessionId: string },
  now: Date,
): { token: string; expiresAt: Date } {
  const expiresAt = new Date(+now + lifetimes.bearer)
  const said = `${sessionId}.${+expiresAt}`
  return { token: `${said}.${signature(keys, siteId, said).toString('base64url')}`, expiresAt }
}

/** The session that a token names, or null when it is not ours, of another website, or over. */
export function sessionOfBearer(keys: AccountKeys, siteId: string, token: string, now: Date): string | null {
  const [, sessionId, expires, signed] = shape.exec(token) ?? []
  if (!sessionId || !signed || Number(expires) <= +now) return null
  const given = Buffer.from(signed, 'base64url')
  const wanted = signature(keys, siteId, `${sessionId}.${expires}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? sessionId : null
}
