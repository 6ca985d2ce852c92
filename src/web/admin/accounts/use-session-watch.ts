import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { sessionTexts } from '#domain/texts/accounts.ts'
import { getConfirmationStore } from '#web/admin/accounts/confirmation.ts'
import { signedOutFlag } from '#web/admin/accounts/signed-out-flag.ts'
import { isSessionEndedError, sessionQuery } from '#web/admin/session/session-query.ts'
import { unsavedForms } from '#web/admin/ui/editor/unsaved-work.ts'
import { getBearerClient } from '#web/bearer.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'

/**
 * A session can end elsewhere: on another device, in another tab, by time. When the window gets the focus, or a request
 * is refused for that reason, the route guard runs again and redirects to the login page. That would lose unsaved work,
 * so a form with unsaved work says what to do, and the redirect waits until it is saved or left.
 */
export function useSessionWatch(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { api } = router.options.context
  const { data, isError } = useQuery({ ...sessionQuery(api), refetchOnWindowFocus: true })
  const isOver = data !== undefined && !data.hasAccess
  const hasUnsaved = useSyncExternalStore(unsavedForms.subscribe, unsavedForms.any, () => false)
  useEffect(() => {
    if (!isOver && !signedOutFlag.isSet()) return
    getBearerClient(api).drop()
    getConfirmationStore(api).drop()
    if (!hasUnsaved) void router.invalidate()
  }, [isOver, hasUnsaved, router, api])
  useEffect(() => {
    if (isError) toast.error(sessionTexts.stateChangeFailed)
  }, [isError, toast])
  useEffect(() => {
    const onCacheEvent = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type !== 'updated' || event.action?.type !== 'error' || !isSessionEndedError(event.action.error)) return
      void queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey })
    }
    const unsubscribes = [
      queryClient.getQueryCache().subscribe(onCacheEvent),
      queryClient.getMutationCache().subscribe(onCacheEvent),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [api, queryClient])
}
