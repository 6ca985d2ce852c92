import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { ApiEnv } from '#api/env.ts'
import { type CookieName, cookieName, isHttpsOrigin, tokenLifetimesMs } from '#domain/accounts/session.ts'
import type { NewSession } from '#server/accounts/sessions.ts'

const readCookie = (request: Request, name: CookieName, origin: string): string | undefined => {
  const cookies = request.headers.get('cookie')
  const fullName = cookieName(name, origin)
  return cookies ? parse(cookies, fullName)[fullName] : undefined
}

export const readTokens = (request: Request, origin: string) => ({
  session: readCookie(request, 'session', origin),
  challenge: readCookie(request, 'challenge', origin),
  signUp: readCookie(request, 'sign-up', origin),
  device: readCookie(request, 'device', origin),
})

/** The user has signed out in this browser while the server could not be reached: the session no longer counts. */
export const isSignedOutLocally = (request: Request, origin: string): boolean =>
  Boolean(readCookie(request, 'signed-out', origin))

/** Without an age, in milliseconds, the browser drops the cookie when it is closed. */
function writeCookie(c: Context<ApiEnv>, name: CookieName, value: string, age?: number): void {
  const { origin } = c.env.requestContext
  setCookie(c, cookieName(name, origin), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttpsOrigin(origin),
    ...(age !== undefined && { maxAge: age / 1000 }),
  })
}

export function setSessionCookies(c: Context<ApiEnv>, { token, remember, device }: NewSession): void {
  setDeviceCookie(c, device)
  writeCookie(c, 'session', token, remember ? tokenLifetimesMs.session.remembered.whole : undefined)
  writeCookie(c, 'challenge', '', 0)
  writeCookie(c, 'signed-out', '', 0)
}

export const setDeviceCookie = (c: Context<ApiEnv>, device: string): void =>
  writeCookie(c, 'device', device, tokenLifetimesMs.device)

export function setChallengeCookie(c: Context<ApiEnv>, { token }: { token: string }): void {
  writeCookie(c, 'challenge', token, tokenLifetimesMs.challenge)
}

export const setSignUpCookie = (c: Context<ApiEnv>, token: string): void =>
  writeCookie(c, 'sign-up', token, tokenLifetimesMs.verification)

export function clearSessionCookies(c: Context<ApiEnv>): void {
  writeCookie(c, 'session', '', 0)
  writeCookie(c, 'challenge', '', 0)
  writeCookie(c, 'signed-out', '', 0)
}
