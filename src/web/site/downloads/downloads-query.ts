import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const purchaseQuery = (api: ApiClient, token: string) =>
  queryOptions({
    queryKey: ['downloads', token],
    queryFn: () => answerOf(api.api.downloads[':token'].$get({ param: { token } })),
    staleTime: 0,
  })
