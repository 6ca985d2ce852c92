import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DownloadSort } from '#domain/downloads/desk.ts'
import type { DownloadState } from '#domain/downloads/state.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** What the list of downloads is asked for; the address says it. */
export type DownloadSearch = {
  q?: string | undefined
  /** The hash of an e-mail address: no address stands in an address. */
  buyer?: string | undefined
  state?: DownloadState | undefined
  last?: 'failed' | undefined
  sort?: DownloadSort | undefined
  direction?: 'up' | 'down' | undefined
  page?: number | undefined
  size?: number | undefined
}

/** Begins the name of everything that shows rights to download, so that whoever changes one can have it read anew. */
export const downloadsKey = ['admin', 'downloads'] as const

export const downloadsQuery = (api: ApiClient, asked: DownloadSearch) => {
  const { page = 1, size = 25, sort = 'created', direction = 'down', ...filters } = asked
  return queryOptions({
    queryKey: [...downloadsKey, 'list', { page, size, sort, direction, ...filters }],
    queryFn: () =>
      answerOf(
        api.api.admin.downloads.$get({
          query: { ...filters, sort, direction, page: String(page), size: String(size) },
        }),
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
