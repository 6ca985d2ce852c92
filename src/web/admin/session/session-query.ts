import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Everything that only somebody who is signed in may see is kept under this key, and goes when they do. */
export const adminKey = 'admin'

export const sessionQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminKey, 'session'],
    queryFn: () => answerOf(api.api.auth.session.$get()),
    // That somebody may not enter is never taken from memory: they may have signed in elsewhere since.
    // So is that they may not go everywhere: that ends with what they are asked to do.
    staleTime: ({ state }) => (state.data?.hasAccess && !state.data.limited ? 60_000 : 0),
    retry: false,
    // Without a network it fails, and the guard says so; waiting for one would show nothing at all.
    networkMode: 'always',
  })

export type Session = Awaited<ReturnType<NonNullable<ReturnType<typeof sessionQuery>['queryFn']>>>
export type SignedInUser = NonNullable<Session['user']>

export const forgetPerson = (queryClient: QueryClient): void => queryClient.removeQueries({ queryKey: [adminKey] })

/** Whether a recovery code has opened this session: then little is shown until its person has done what is asked. */
export function useLimited(): boolean {
  const { api } = useRouter().options.context
  return useQuery(sessionQuery(api)).data?.limited ?? false
}
