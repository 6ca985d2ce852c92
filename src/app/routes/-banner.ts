import type { QueryClient } from '@tanstack/react-query'
import { hasAnnouncements } from '#domain/sites/features.ts'
import type { ApiClient } from '#web/api-client.ts'
import { announcementsQuery } from '#web/site/announcements/announcements-query.ts'
import type { PublicSiteData } from '#web/site-query.ts'

type Context = { api: ApiClient; queryClient: QueryClient; site: PublicSiteData }

/** The banner above every public page. A page is shown without it when it cannot be loaded. */
export async function loadBanner({ api, queryClient, site }: Context): Promise<void> {
  if (hasAnnouncements(site)) await queryClient.query(announcementsQuery(api)).catch(() => {})
}
