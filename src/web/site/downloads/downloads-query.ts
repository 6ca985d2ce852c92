import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const purchaseQuery = (api: ApiClient, token: string) =>
  queryOptions({
    queryKey: ['downloads', token],
    queryFn: () => unwrapResponse(api.api.downloads[':token'].$get({ param: { token } })),
    staleTime: 0,
  })
