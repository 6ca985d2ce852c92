import type { QueryClient } from '@tanstack/react-query'
import { hasAnnouncements } from '#domain/sites/features.ts'
import type { ApiClient } from '#web/api-client.ts'
import { announcementsQuery } from '#web/site/announcements/announcements-query.ts'
import type { SiteFrame } from '#web/site-query.ts'

type Context = { api: ApiClient; queryClient: QueryClient; site: SiteFrame }

/** What the public layout shows above every page. A banner that cannot be had is no reason to withhold the page. */
export async function loadBanner({ api, queryClient, site }: Context): Promise<void> {
  if (hasAnnouncements(site)) await queryClient.query(announcementsQuery(api)).catch(() => {})
}
