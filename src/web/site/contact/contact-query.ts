import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const contactQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['contact'], queryFn: () => unwrapResponse(api.api.contact.$get()) })

export type ContactPageData = Awaited<ReturnType<NonNullable<ReturnType<typeof contactQuery>['queryFn']>>>
