import { signingOutClearsAfterMs, signOutAttempts, signOutWaitsMs } from '#domain/accounts/sign-out.ts'

/** Everywhere: the session is over. Locally: the server could not be told. */
export type SignedOut = 'everywhere' | 'locally'

type Needs = { ask: () => Promise<unknown>; after: (how: SignedOut) => void }

/** Signs out, with patience. While it does, a flag is up and asking again does nothing; the flag never stays up. */
export function createSignOut({ ask, after }: Needs) {
  let isUp = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const readers = new Set<() => void>()

  const raise = (up: boolean) => {
    clearTimeout(timer)
    if (up) timer = setTimeout(raise, signingOutClearsAfterMs, false)
    isUp = up
    for (const read of readers) read()
  }

  return {
    isSigningOut: () => isUp,
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
    async signOut(): Promise<void> {
      if (isUp) return
      raise(true)
      const how = await attempts(ask)
      raise(false)
      after(how)
    },
  }
}

async function attempts(ask: () => Promise<unknown>): Promise<SignedOut> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ask()
      return 'everywhere'
    } catch {
      if (attempt === signOutAttempts) return 'locally'
      await pause(signOutWaitsMs[attempt - 1]!)
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
