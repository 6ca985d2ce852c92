import { queryOptions } from '@tanstack/react-query'
import { adminQueryKey } from '#web/admin/session/session-query.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const secondFactorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminQueryKey, 'factors'],
    queryFn: () => unwrapResponse(api.api.auth.factors.$get()),
    staleTime: 0,
    retry: false,
  })

export const sessionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminQueryKey, 'sessions'],
    queryFn: () => unwrapResponse(api.api.auth.sessions.$get()),
    staleTime: 0,
    retry: false,
  })

export const accessListQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminQueryKey, 'access'],
    queryFn: () => unwrapResponse(api.api.access.$get()),
    staleTime: 0,
    retry: false,
  })

export const emailChangeQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminQueryKey, 'email-change'],
    queryFn: () => unwrapResponse(api.api.auth['email-change'].$get()),
    staleTime: 0,
    retry: false,
  })

type EmailChange = Awaited<ReturnType<NonNullable<ReturnType<typeof emailChangeQuery>['queryFn']>>>
export type PendingEmailChange = NonNullable<EmailChange['pending']>

export type AccessList = Awaited<ReturnType<NonNullable<ReturnType<typeof accessListQuery>['queryFn']>>>
