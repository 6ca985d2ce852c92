import { useQuery } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { countsQuery } from '#web/admin/ui/dashboard-query.ts'

/**
 * What waits for the owner. It is asked for again on every new screen and after an action, and not at intervals: requests
 * of a page that nobody uses would keep its session alive.
 */
export function useCounts() {
  const { api } = useRouter().options.context
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const { data, refetch } = useQuery(countsQuery(api))
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    void refetch({ cancelRefetch: false })
  }, [pathname, refetch])
  return data
}
