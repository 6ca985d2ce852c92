import { Refused } from '#web/answer.ts'

const endings = new Set(['not-signed-in', 'no-session', 'no-website-access'])

/** Whether something was refused because whoever asked has no session here any more. */
export const isSessionEnd = (error: unknown): boolean => error instanceof Refused && endings.has(error.reason)

export const signedOutWords = {
  /** Beside a form whose words would be lost by going to the login page. */
  saving: 'You are signed out. Sign in in another tab, then save again.',
  export: 'You are signed out. Sign in, then try again.',
}
