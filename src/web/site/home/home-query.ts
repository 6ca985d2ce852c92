import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const homeQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['pages', 'home'], queryFn: () => answerOf(api.api.pages.home.$get()) })

export type HomeAnswer = Awaited<ReturnType<NonNullable<ReturnType<typeof homeQuery>['queryFn']>>>
