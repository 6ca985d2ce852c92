import { useQuery } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { mailQueuedTexts } from '#domain/texts/own-admin-words.ts'
import { sidebarCountsQuery } from '#web/admin/ui/dashboard-query.ts'

/**
 * What waits for the owner. It is read again on every new screen and after an action, but not at intervals: requests of
 * an unused page would keep its session alive.
 */
export function useSidebarCounts() {
  const { api } = useRouter().options.context
  const pathname = useMatches({ select: pathInAdmin })
  // After a sign-out the layout is rendered once more, on its way to the login page.
  const { data, refetch } = useQuery({ ...sidebarCountsQuery(api), enabled: pathname !== null })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname || pathname === null) return
    shown.current = pathname
    void refetch({ cancelRefetch: false })
  }, [pathname, refetch])
  return data
}

/** The toast after a mail was queued. */
export const useMailQueuedText = () => mailQueuedTexts[useSidebarCounts()?.mailsAreFiles ? 'saving' : 'sending']

const pathInAdmin = (matches: { routeId: string; pathname: string }[]): string | null =>
  matches.some(({ routeId }) => routeId === '/admin/_inside' || routeId === '/admin/$')
    ? (matches.at(-1)?.pathname ?? null)
    : null
