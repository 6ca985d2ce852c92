import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionTexts } from '#domain/texts/accounts.ts'
import { sessionQuery } from '#web/admin/accounts/session-query.ts'
import { signedOutMark } from '#web/admin/accounts/signed-out-mark.ts'
import { Refused } from '#web/answer.ts'
import { bearerOf } from '#web/bearer.ts'
import { useToast } from '#web/ui/toasts.tsx'

const endings = new Set(['not-signed-in', 'no-session', 'no-website-access'])
const isEnding = (error: unknown) => error instanceof Refused && endings.has(error.reason)

/**
 * Sessions end elsewhere too: on another device, in another tab, by time. Whoever comes back to the window, or is refused
 * anything for that reason, is led out by the same guard that lets people in.
 */
export function useSessionWatch(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { api } = router.options.context
  const { data, isError } = useQuery({ ...sessionQuery(api), refetchOnWindowFocus: true })
  const isOver = data !== undefined && !data.hasAccess
  useEffect(() => {
    if (!isOver && !signedOutMark.isSet()) return
    bearerOf(api).drop()
    void router.invalidate()
  }, [isOver, router, api])
  useEffect(() => {
    if (isError) toast.error(sessionTexts.stateChangeFailed)
  }, [isError, toast])
  useEffect(() => {
    const look = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type !== 'updated' || event.action?.type !== 'error' || !isEnding(event.action.error)) return
      void queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey })
    }
    const leaves = [queryClient.getQueryCache().subscribe(look), queryClient.getMutationCache().subscribe(look)]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [api, queryClient])
}
