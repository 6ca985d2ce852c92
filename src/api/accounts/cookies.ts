import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { ApiEnv } from '#api/env.ts'
import { type CookieName, cookieName, isSecure } from '#domain/accounts/cookie-name.ts'
import { lifetimes } from '#domain/accounts/lifetimes.ts'

const read = (request: Request, name: CookieName, origin: string): string | undefined => {
  const cookies = request.headers.get('cookie')
  const called = cookieName(name, origin)
  return cookies ? parse(cookies, called)[called] : undefined
}

export const tokensOf = (request: Request, origin: string) => ({
  session: read(request, 'session', origin),
  challenge: read(request, 'challenge', origin),
  signUp: read(request, 'sign-up', origin),
  device: read(request, 'device', origin),
})

/** Somebody has signed out here while the server could not be told: until it is, the session is nobody's. */
export const isSignedOutLocally = (request: Request, origin: string): boolean =>
  Boolean(read(request, 'signed-out', origin))

/** Without an age the browser forgets the cookie when it is closed. */
function put(c: Context<ApiEnv>, name: CookieName, value: string, age?: number): void {
  const { origin } = c.env.visit
  setCookie(c, cookieName(name, origin), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(origin),
    ...(age !== undefined && { maxAge: age / 1000 }),
  })
}

type Opened = { token: string; remember: boolean; device: string }

export function keepSession(c: Context<ApiEnv>, { token, remember, device }: Opened): void {
  keepDevice(c, device)
  put(c, 'session', token, remember ? lifetimes.session.remembered.whole : undefined)
  put(c, 'challenge', '', 0)
  put(c, 'signed-out', '', 0)
}

/** By what this browser is known, signed in or not. */
export const keepDevice = (c: Context<ApiEnv>, device: string): void => put(c, 'device', device, lifetimes.device)

export function keepChallenge(c: Context<ApiEnv>, { token }: { token: string }): void {
  put(c, 'challenge', token, lifetimes.challenge)
}

export const keepSignUp = (c: Context<ApiEnv>, token: string): void => put(c, 'sign-up', token, lifetimes.verification)

export function dropSession(c: Context<ApiEnv>): void {
  put(c, 'session', '', 0)
  put(c, 'challenge', '', 0)
  put(c, 'signed-out', '', 0)
}
