import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { authenticationErrorTexts, sessionTexts } from '#domain/texts/accounts.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { AdminCrash } from '#web/ui/admin-crash.tsx'
import { AuthError } from '#web/ui/auth-error.tsx'

/** In place of the admin area: who is asking could not be found out, or the area itself is broken. */
export function SessionFailed({ error }: { error: unknown }) {
  const router = useRouter()
  const [message, setMessage] = useState<string>(sessionTexts.checkFailed)
  // An error that the server met arrives in the browser with its message alone.
  if (!(error instanceof Error) || error.message !== sessionTexts.checkFailed) return <AdminCrash />
  const retry = async () => {
    const { api, queryClient } = router.options.context
    try {
      await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 })
      await router.invalidate()
    } catch {
      setMessage(sessionTexts.retryFailed)
    }
  }
  return (
    <main id="content">
      <title>{authenticationErrorTexts.title}</title>
      <AuthError message={message} onRetry={retry} />
    </main>
  )
}
