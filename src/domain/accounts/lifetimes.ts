const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

/** How long something is good for, in milliseconds. */
export const lifetimes = {
  /** `whole` counts from signing in, `idle` from the last request. */
  session: {
    remembered: { whole: 30 * days, idle: 14 * days },
    /** The browser forgets this one when it is closed. */
    passing: { whole: 12 * hours, idle: 4 * hours },
  },
  /** Between the password and the second factor. */
  challenge: 10 * minutes,
  /** What a page holds in memory for uploads and decryption. */
  bearer: 15 * minutes,
  /** After confirming who one is, for the actions that ask for it. The page holds it in memory. */
  confirmation: 5 * minutes,
  reset: hours,
  verification: days,
  invitation: 7 * days,
  /** How long somebody with earlier access has to stop their removal. */
  removalNotice: 24 * hours,
  /** For the "this was not me" of the mail about a sign-in. */
  disowning: 7 * days,
  /** How long a browser is known that somebody has signed in with. */
  device: 90 * days,
} as const

export const sessionLifetime = (remember: boolean) => lifetimes.session[remember ? 'remembered' : 'passing']
