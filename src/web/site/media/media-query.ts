import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const mediaQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['media', 'items'], queryFn: () => unwrapResponse(api.api.media.items.$get()) })
