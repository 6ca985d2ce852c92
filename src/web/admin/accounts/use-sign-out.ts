import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { createSignOut } from '#web/admin/accounts/sign-out.ts'
import { signedOutMark } from '#web/admin/accounts/signed-out-mark.ts'
import { forgetPerson } from '#web/admin/session/session-query.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'
import { bearerOf } from '#web/bearer.ts'

/** A server that says nothing for so long does not answer. */
const patience = 8_000

export const askToSignOut = (api: ApiClient) =>
  answerOf(api.api.auth['sign-out'].$post({}, { init: { signal: AbortSignal.timeout(patience) } }))

/** Signs out and goes to the login page, which says so when the server could not be told. */
export function useSignOut() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [desk] = useState(() =>
    createSignOut({
      ask: () => askToSignOut(router.options.context.api),
      after: (how) => {
        if (how === 'locally') signedOutMark.set()
        bearerOf(router.options.context.api).drop()
        forgetPerson(queryClient)
        void router.navigate({ to: '/admin/login', replace: true })
      },
    }),
  )
  const signingOut = useSyncExternalStore(desk.subscribe, desk.isSigningOut, () => false)
  return { signOut: desk.signOut, signingOut }
}
