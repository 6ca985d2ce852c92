import { type DownloadListSearch, downloadList } from '#domain/downloads/download-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** Begins the key of every query that shows rights to download; a change of one invalidates them. */
export const downloadsKey = ['admin', 'downloads'] as const

export const downloadsQuery = (api: ApiClient, search: DownloadListSearch) =>
  listQueryOptions({
    list: downloadList,
    search,
    key: downloadsKey,
    load: (query) => unwrapResponse(api.api.admin.downloads.$get({ query })),
  })
