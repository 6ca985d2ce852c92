import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { signingOutTimeoutMs, signOutAttempts, signOutRetryDelaysMs } from '#domain/accounts/sign-in.ts'
import { signedOutFlag } from '#web/admin/accounts/signed-out-flag.ts'
import { removeAdminQueries, sessionQuery } from '#web/admin/session/session-query.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { getBearerClient } from '#web/bearer.ts'

/** `everywhere`: the session is over. `locally`: the server could not be reached. */
export type SignOutScope = 'everywhere' | 'locally'

type SignOutOptions = { request: () => Promise<unknown>; onDone: (scope: SignOutScope) => void }

/** Signs out, with retries. A second call meanwhile does nothing. `isSigningOut` never stays true for good. */
export function createSignOut({ request, onDone }: SignOutOptions) {
  let isSigningOut = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const setSigningOut = (value: boolean) => {
    clearTimeout(timer)
    if (value) timer = setTimeout(setSigningOut, signingOutTimeoutMs, false)
    isSigningOut = value
    for (const listener of listeners) listener()
  }

  return {
    isSigningOut: () => isSigningOut,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async signOut(): Promise<void> {
      if (isSigningOut) return
      setSigningOut(true)
      const scope = await withRetries(request)
      setSigningOut(false)
      onDone(scope)
    },
  }
}

async function withRetries(request: () => Promise<unknown>): Promise<SignOutScope> {
  for (let attempt = 1; ; attempt++) {
    try {
      await request()
      return 'everywhere'
    } catch {
      if (attempt === signOutAttempts) return 'locally'
      await pause(signOutRetryDelaysMs[attempt - 1]!)
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const timeoutMs = 8_000

export const requestSignOut = (api: ApiClient) =>
  unwrapResponse(api.api.auth['sign-out'].$post({}, { init: { signal: AbortSignal.timeout(timeoutMs) } }))

/** Signs out and goes to the login page, which shows a warning when the server could not be reached. */
export function useSignOut() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [store] = useState(() =>
    createSignOut({
      request: () => requestSignOut(router.options.context.api),
      onDone: (scope) => {
        if (scope === 'locally') signedOutFlag.set()
        const { api } = router.options.context
        getBearerClient(api).drop()
        queryClient.removeQueries({ queryKey: sessionQuery(api).queryKey })
        // The screen is rendered until the login page is there. Without its data it would ask for it again, signed out.
        void router.navigate({ to: '/admin/login', replace: true }).finally(() => removeAdminQueries(queryClient))
      },
    }),
  )
  const signingOut = useSyncExternalStore(store.subscribe, store.isSigningOut, () => false)
  return { signOut: store.signOut, signingOut }
}
