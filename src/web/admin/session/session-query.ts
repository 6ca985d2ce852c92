import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'

/** The query key of everything that only a signed-in user may see; it is removed when they sign out. */
export const adminQueryKey = 'admin'

export const sessionQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminQueryKey, 'session'],
    queryFn: () => unwrapResponse(api.api.auth.session.$get()),
    // A session without access is never taken from the cache: the user may have signed in elsewhere since.
    // Neither is a limited one: the limit ends when the user has done what is required.
    staleTime: ({ state }) => (state.data?.hasAccess && !state.data.limited ? 60_000 : 0),
    retry: false,
    // Without a network the query fails and the guard says so; waiting for one would show an empty page.
    networkMode: 'always',
  })

export type Session = Awaited<ReturnType<NonNullable<ReturnType<typeof sessionQuery>['queryFn']>>>
export type SignedInUser = NonNullable<Session['user']>

export const removeAdminQueries = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ queryKey: [adminQueryKey] })

/** Whether a recovery code has opened this session, which limits it until a second factor or a new password is set. */
export function useIsLimitedSession(): boolean {
  const { api } = useRouter().options.context
  return useQuery(sessionQuery(api)).data?.limited ?? false
}

/** Whether the signed-in user may create and manage the websites of the installation. */
export function useHasPlatformAccess(): boolean {
  const { api } = useRouter().options.context
  return useQuery(sessionQuery(api)).data?.managesSites ?? false
}

const sessionEndReasons = new Set(['not-signed-in', 'no-session', 'no-website-access'])

/** Whether a request was refused because the session has ended. */
export const isSessionEndedError = (error: unknown): boolean =>
  error instanceof ApiError && sessionEndReasons.has(error.reason)

export const signedOutTexts = {
  /** Shown beside a form whose unsaved content would be lost by going to the login page. */
  saving: 'You are signed out. Sign in in another tab, then save again.',
  export: 'You are signed out. Sign in, then try again.',
}
