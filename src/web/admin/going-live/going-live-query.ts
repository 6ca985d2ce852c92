import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { CheckId } from '#domain/going-live/check.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

const key = ['admin', 'going-live'] as const

export const goingLiveChecksQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...key, 'checks'],
    queryFn: () => unwrapResponse(api.api.admin['going-live'].$get()),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Each check is a request of its own, so that a slow one keeps no other waiting. */
export const goingLiveCheckQuery = (api: ApiClient, check: CheckId) =>
  queryOptions({
    queryKey: [...key, 'check', check],
    queryFn: () => unwrapResponse(api.api.admin['going-live'].checks[':check'].$get({ param: { check } })),
    staleTime: 60_000,
    retry: false,
  })

export function useCheckAgain(check: CheckId) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return useAction({
    run: () => unwrapResponse(api.api.admin['going-live'].checks[':check'].$post({ param: { check } })),
    onDone: (result) => queryClient.setQueryData(goingLiveCheckQuery(api, check).queryKey, result),
    invalidates: [],
  })
}

/** Asked again until the mail is sent or given up. */
export const testMailQuery = (api: ApiClient, id: string | null) =>
  queryOptions({
    queryKey: [...key, 'test-mail', id],
    queryFn: () => unwrapResponse(api.api.admin['going-live']['test-mail'][':id'].$get({ param: { id: id ?? '' } })),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? 2_000 : false),
    staleTime: 0,
  })

export function useSendTestMail(onSent: (id: string) => void) {
  const { api } = useRouter().options.context
  return useAction({
    run: () => unwrapResponse(api.api.admin['going-live']['test-mail'].$post()),
    onDone: ({ id }) => onSent(id),
    invalidates: [],
  })
}
