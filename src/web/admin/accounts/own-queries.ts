import { queryOptions } from '@tanstack/react-query'
import { adminKey } from '#web/admin/session/session-query.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const factorsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminKey, 'factors'],
    queryFn: () => answerOf(api.api.auth.factors.$get()),
    staleTime: 0,
    retry: false,
  })

export const sessionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminKey, 'sessions'],
    queryFn: () => answerOf(api.api.auth.sessions.$get()),
    staleTime: 0,
    retry: false,
  })

export const accessQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminKey, 'access'],
    queryFn: () => answerOf(api.api.access.$get()),
    staleTime: 0,
    retry: false,
  })

export const emailChangeQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [adminKey, 'email-change'],
    queryFn: () => answerOf(api.api.auth['email-change'].$get()),
    staleTime: 0,
    retry: false,
  })

type EmailChange = Awaited<ReturnType<NonNullable<ReturnType<typeof emailChangeQuery>['queryFn']>>>
export type PendingEmailChange = NonNullable<EmailChange['pending']>

export type AccessList = Awaited<ReturnType<NonNullable<ReturnType<typeof accessQuery>['queryFn']>>>
