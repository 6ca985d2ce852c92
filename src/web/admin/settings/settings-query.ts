import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { SettingsHistoryCursor } from '#api/admin/settings.ts'
import type { SettingsGroup } from '#domain/sites/settings.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** Never from the cache: the editor must open with the stored values. */
export const settingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'settings'],
    queryFn: () => unwrapResponse(api.api.admin.settings.$get()),
    staleTime: 0,
    gcTime: 0,
  })

export const settingsHistoryKey = ['admin', 'settings-history'] as const

/** A page of the changes; `after` is the last one of the page before. */
export const settingsHistoryQuery = (
  api: ApiClient,
  groups: readonly SettingsGroup[],
  after: SettingsHistoryCursor | null,
) =>
  queryOptions({
    queryKey: [...settingsHistoryKey, groups.join(), after],
    queryFn: () =>
      unwrapResponse(
        api.api.admin.settings.history.$get({ query: { groups: groups.join(), ...(after !== null && { after }) } }),
      ),
    staleTime: 0,
  })

export const systemKey = ['admin', 'system'] as const

export const systemQuery = (api: ApiClient) =>
  queryOptions({ queryKey: systemKey, queryFn: () => unwrapResponse(api.api.admin.system.$get()), staleTime: 0 })

export const setUpKey = ['admin', 'set-up'] as const

export const setUpQuery = (api: ApiClient) =>
  queryOptions({ queryKey: setUpKey, queryFn: () => unwrapResponse(api.api.admin['set-up'].$get()), staleTime: 0 })

/** Hides or shows what is left of the set-up: in the settings, and on the dashboard. */
export function useSetUpStateAction(successMessage: (state: 'exploring' | 'dismissed') => string) {
  const { api } = useRouter().options.context
  return useAction({
    run: (state: 'exploring' | 'dismissed') => unwrapResponse(api.api.admin['set-up'].$put({ json: { state } })),
    successMessage: (_, state) => successMessage(state),
    invalidates: [setUpKey, dashboardKey],
  })
}

/** What there is of the demo, and what its removal would leave. */
export const demoQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'demo'],
    queryFn: () => unwrapResponse(api.api.admin['set-up'].demo.$get()),
    staleTime: 0,
  })
