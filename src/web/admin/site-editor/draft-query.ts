import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { type VersionSearch, versionList } from '#domain/site-editor/version-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import { siteDraftKey } from '#web/admin/ui/pictures/pictures-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useSiteRefresh } from '#web/admin/ui/use-site-refresh.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** Everything that is known of the draft and of the versions. */
export const siteEditorKey = ['admin', 'site-editor'] as const
const versionsKey = [...siteEditorKey, 'versions'] as const

const routesOf = (api: ApiClient) => api.api.admin.site

/** The draft of the website, with what publishing it would change. */
export const draftQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: siteDraftKey,
    queryFn: () => unwrapResponse(routesOf(api).draft.$get()) as Promise<SiteDraftAnswer>,
    staleTime: 0,
    gcTime: 0,
  })

export const versionsQuery = (api: ApiClient, search: VersionSearch) =>
  listQueryOptions({
    list: versionList,
    search,
    key: versionsKey,
    load: (query) => unwrapResponse(routesOf(api).versions.$get({ query })),
  })

/** What differs between a version and another one; without `since`, the starter. */
export const versionChangesQuery = (api: ApiClient, number: number, since: number | null) =>
  queryOptions({
    queryKey: [...versionsKey, 'changes', number, since],
    queryFn: () =>
      unwrapResponse(
        routesOf(api).versions[':number'].changes.$get({
          param: { number: String(number) },
          query: since === null ? {} : { since },
        }),
      ),
    staleTime: 0,
  })

/** Keeps the answer of an edit as the draft, and reads the versions again. */
export function useCacheDraft(): (draft: SiteDraftAnswer) => void {
  const queryClient = useQueryClient()
  return (draft) => {
    queryClient.setQueryData(siteDraftKey, draft)
    void queryClient.invalidateQueries({ queryKey: versionsKey })
  }
}

/** What can be done with the draft as a whole, and with versions. `onReplaced`: forms must begin again with the new draft. */
export function useDraftActions({ onReplaced }: { onReplaced?: () => void } = {}) {
  const { api } = useRouter().options.context
  const routes = routesOf(api)
  const keep = useCacheDraft()
  const refreshSite = useSiteRefresh()
  const onDone = (draft: unknown) => {
    keep(draft as SiteDraftAnswer)
    onReplaced?.()
  }
  const onPublished = (draft: unknown) => {
    onDone(draft)
    void refreshSite()
  }
  const shared = { invalidates: [siteEditorKey], errorToast: false, onDone }
  return {
    publish: useAction({
      ...shared,
      run: (json: { sequence: number; note: string }) => unwrapResponse(routes.draft.publish.$post({ json })),
      successMessage: () => 'Published. Visitors see it now.',
      onDone: onPublished,
    }),
    schedule: useAction({
      ...shared,
      run: (json: { sequence: number; note: string; publishAt: Date }) =>
        unwrapResponse(routes.draft.schedule.$post({ json })),
      successMessage: () => 'Scheduled.',
    }),
    unschedule: useAction({
      ...shared,
      run: () => unwrapResponse(routes.scheduled.cancel.$post()),
      successMessage: () => 'The schedule is cancelled. Visitors see what is published.',
    }),
    discard: useAction({
      ...shared,
      run: (sequence: number) => unwrapResponse(routes.draft.discard.$post({ json: { sequence } })),
      successMessage: () => 'The draft is discarded. It stays among the versions.',
    }),
    restore: useAction({
      ...shared,
      run: (number: number) =>
        unwrapResponse(routes.versions[':number'].restore.$post({ param: { number: String(number) } })),
      successMessage: (_, number) => `Version ${number} is the draft now. Publish it to show it to visitors.`,
    }),
    remove: useAction({
      run: (number: number) =>
        unwrapResponse(routes.versions[':number'].$delete({ param: { number: String(number) } })),
      successMessage: (_, number) => `Version ${number} is deleted.`,
      invalidates: [versionsKey],
      errorToast: false,
    }),
  }
}

const previewLinksKey = [...siteEditorKey, 'preview-links'] as const

export const previewLinksQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: previewLinksKey,
    queryFn: () => unwrapResponse(routesOf(api)['preview-links'].$get()),
    staleTime: 0,
  })

export function usePreviewLinkActions({ onCreated }: { onCreated: (address: string) => void }) {
  const routes = routesOf(useRouter().options.context.api)['preview-links']
  const invalidates = [previewLinksKey]
  return {
    create: useAction({
      run: (note: string) => unwrapResponse(routes.$post({ json: { note } })),
      invalidates,
      onDone: ({ address }) => onCreated(address),
    }),
    end: useAction({
      run: (id: string) => unwrapResponse(routes[':id'].$delete({ param: { id } })),
      successMessage: () => 'The link does not work any more.',
      invalidates,
      errorToast: false,
    }),
  }
}
