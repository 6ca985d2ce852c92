const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

/** Lifetimes in milliseconds. */
export const tokenLifetimesMs = {
  /** `whole` counts from signing in, `idle` from the last request. */
  session: {
    remembered: { whole: 30 * days, idle: 14 * days },
    /** The browser drops this session when it is closed. */
    temporary: { whole: 12 * hours, idle: 4 * hours },
  },
  /** Between the password and the second factor. */
  challenge: 10 * minutes,
  /** Tokens that a page holds in memory for uploads and decryption. */
  bearer: 15 * minutes,
  /** A confirmation, which a page holds in memory. */
  confirmation: 5 * minutes,
  reset: hours,
  verification: days,
  invitation: 7 * days,
  /** The two links that confirm a new e-mail address of an account. */
  emailChange: days,
  /** How long an administrator who had access first has to stop their removal. */
  removalNotice: 24 * hours,
  /** The link "This was not me" in the mail about a sign-in. */
  disowning: 7 * days,
  /** The device cookie of a browser that has signed in. */
  device: 90 * days,
} as const

export const sessionLifetime = (remember: boolean) => tokenLifetimesMs.session[remember ? 'remembered' : 'temporary']

/**
 * `challenge`: the password was right, the second factor is still missing. `sign-up`: the browser that has signed up.
 * `signed-out`: the user has signed out while the server could not be reached. `device`: the browser has signed in before.
 * `preview`: an administrator looks at the draft of the website; it counts for nothing without their session.
 */
export type CookieName = 'session' | 'challenge' | 'sign-up' | 'signed-out' | 'device' | 'preview'

export const isHttpsOrigin = (origin: string): boolean => origin.startsWith('https://')

/** Over HTTPS the prefix `__Host-` makes browsers bind the cookie to this one host. */
export const cookieName = (name: CookieName, origin: string): string =>
  isHttpsOrigin(origin) ? `__Host-${name}` : name

/** Carries a confirmation, which POST /api/auth/confirmation issues. */
export const confirmationHeader = 'x-confirmation'

const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const matchIn = (list: [string, RegExp][], text: string) => list.find(([, pattern]) => pattern.test(text))?.[0]

/** Browser and system in words, as the list of sessions shows them. The user agent itself is not stored. */
export function describeUserAgent(userAgent: string): string {
  const start = userAgent.slice(0, 512)
  const names = [matchIn(browsers, start), matchIn(systems, start)].filter((name) => name !== undefined)
  return names.join(' on ') || 'Unknown device'
}
