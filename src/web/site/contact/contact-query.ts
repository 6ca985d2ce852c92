import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const contactQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['contact'], queryFn: () => answerOf(api.api.contact.$get()) })

export type ContactOffer = Awaited<ReturnType<NonNullable<ReturnType<typeof contactQuery>['queryFn']>>>
