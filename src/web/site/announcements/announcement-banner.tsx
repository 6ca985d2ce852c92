import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isRefreshDueOnFocus } from '#domain/announcements/rotation.ts'
import { AnnouncementStrip } from '#web/site/announcements/announcement-strip.tsx'
import { announcementsKey, announcementsQuery } from '#web/site/announcements/announcements-query.ts'
import { dismissAnnouncement, useDismissedAnnouncements } from '#web/site/announcements/dismissed-store.ts'

export function AnnouncementBanner() {
  const { api } = useRouter().options.context
  const { data = [] } = useQuery(announcementsQuery(api))
  const dismissed = useDismissedAnnouncements()
  useRefreshOnFocus()
  const shown = data.filter(({ id, isDismissible }) => !(isDismissible && dismissed.includes(id)))
  return <AnnouncementStrip announcements={shown} onDismiss={dismissAnnouncement} />
}

/** TanStack Query refetches on visibility changes only; a visible window can get the focus without one. */
function useRefreshOnFocus() {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = () => {
      const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = client.getQueryState(announcementsKey) ?? {}
      if (document.hidden || !isRefreshDueOnFocus(Math.max(dataUpdatedAt, errorUpdatedAt), Date.now())) return
      client.refetchQueries({ queryKey: announcementsKey }, { cancelRefetch: false })
    }
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [client])
}
