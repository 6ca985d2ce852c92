import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { sessionTexts } from '#domain/texts/accounts.ts'
import { confirmationOf } from '#web/admin/accounts/confirmation.ts'
import { signedOutMark } from '#web/admin/accounts/signed-out-mark.ts'
import { unsaved } from '#web/admin/parts/unsaved-work.ts'
import { isSessionEnd } from '#web/admin/session/session-end.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { bearerOf } from '#web/bearer.ts'
import { useToast } from '#web/ui/toasts.tsx'

/**
 * Sessions end elsewhere too: on another device, in another tab, by time. Whoever comes back to the window, or is refused
 * anything for that reason, is led out by the same guard that lets people in. What is written and not saved would be
 * lost by that, so then its form says what to do, and they are led out when it is saved, or left.
 */
export function useSessionWatch(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { api } = router.options.context
  const { data, isError } = useQuery({ ...sessionQuery(api), refetchOnWindowFocus: true })
  const isOver = data !== undefined && !data.hasAccess
  const hasUnsaved = useSyncExternalStore(unsaved.subscribe, unsaved.any, () => false)
  useEffect(() => {
    if (!isOver && !signedOutMark.isSet()) return
    bearerOf(api).drop()
    confirmationOf(api).drop()
    if (!hasUnsaved) void router.invalidate()
  }, [isOver, hasUnsaved, router, api])
  useEffect(() => {
    if (isError) toast.error(sessionTexts.stateChangeFailed)
  }, [isError, toast])
  useEffect(() => {
    const look = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type !== 'updated' || event.action?.type !== 'error' || !isSessionEnd(event.action.error)) return
      void queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey })
    }
    const leaves = [queryClient.getQueryCache().subscribe(look), queryClient.getMutationCache().subscribe(look)]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [api, queryClient])
}
