/**
 * `session`: who is signed in. `challenge`: whose second factor is awaited. `sign-up`: who has just signed up.
 * `signed-out`: that somebody has signed out here while the server could not be told. `device`: whose browser this is,
 * signed in or not.
 */
export type CookieName = 'session' | 'challenge' | 'sign-up' | 'signed-out' | 'device'

export const isSecure = (origin: string): boolean => origin.startsWith('https://')

/** Over https the name itself has browsers hold the cookie to this one host. */
export const cookieName = (name: CookieName, origin: string): string => (isSecure(origin) ? `__Host-${name}` : name)
