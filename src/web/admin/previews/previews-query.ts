import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Under the files' own key, so that whatever changes these has this read anew too. */
export const previewsKey = ['admin', 'product-files', 'previews'] as const

/** While something is being cut it is looked at again and again. */
export const previewsQuery = (api: ApiClient, productId: string) =>
  queryOptions({
    queryKey: [...previewsKey, productId],
    queryFn: () => answerOf(api.api.admin.previews.$get({ query: { productId } })),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.previews.some((preview) => preview.state === 'waiting') && 1_500,
  })
