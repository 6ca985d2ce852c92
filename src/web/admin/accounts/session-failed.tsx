import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { authenticationErrorTexts, sessionTexts } from '#domain/texts/accounts.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { AdminCrash, AuthError } from '#web/ui/errors/admin-errors.tsx'

/** Shown in place of the admin area when the session could not be checked, or when the area itself has crashed. */
export function SessionErrorScreen({ error }: { error: unknown }) {
  const router = useRouter()
  const [message, setMessage] = useState<string>(sessionTexts.checkFailed)
  // An error of server-side rendering arrives in the browser with its message only.
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
