import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { HostedSiteAnswer } from '#api/admin/hosted-site-details.ts'
import { type HostedSiteSearch, hostedSiteList } from '#domain/hosted-sites/hosted-site-list.ts'
import { type ConfirmationQuestion, useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export type ListedHost = HostedSiteAnswer['hosts'][number]

export const hostedSitesKey = ['admin', 'sites'] as const

const routesOf = (api: ApiClient) => api.api.admin.sites

export const hostedSiteListQuery = (api: ApiClient, search: HostedSiteSearch) =>
  listQueryOptions({
    list: hostedSiteList,
    search,
    key: hostedSitesKey,
    load: (query) => unwrapResponse(routesOf(api).$get({ query })),
  })

export const hostedSiteQuery = (api: ApiClient, websiteId: string) =>
  queryOptions({
    queryKey: [...hostedSitesKey, 'one', websiteId],
    queryFn: () => unwrapResponse(routesOf(api)[':websiteId'].$get({ param: { websiteId } })),
    staleTime: 0,
    retry: false,
  })

type StateAction = 'suspend' | 'resume' | 'delete' | 'restore'

const questions: Record<StateAction, { title: string; text: string; label: string; done: string }> = {
  suspend: {
    title: 'Suspend the website?',
    text: 'Visitors read that it is closed. Its orders and data stay, and you can open it again at any time.',
    label: 'Suspend',
    done: 'is suspended',
  },
  resume: { title: 'Open the website?', text: 'Visitors see it again at once.', label: 'Open', done: 'is open' },
  delete: {
    title: 'Delete the website?',
    text: 'It is closed at once. An archive of it is made first, which can take a moment. After thirty days everything that belongs to it is deleted; until then you can restore it.',
    label: 'Delete',
    done: 'is deleted',
  },
  restore: {
    title: 'Restore the website?',
    text: 'It will not be deleted. Visitors see it again unless it is suspended.',
    label: 'Restore',
    done: 'is restored',
  },
}

type NamedSite = Pick<HostedSiteAnswer, 'websiteId' | 'name'>

/** Requests about one website. Each answer is the website as it is then, which the screen shows. */
function useHostedSiteRequests(websiteId: string) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const confirmed = useConfirmedRequest()
  const show = (site: HostedSiteAnswer) => queryClient.setQueryData(hostedSiteQuery(api, websiteId).queryKey, site)
  return {
    routes: routesOf(api)[':websiteId'],
    show,
    async request(question: ConfirmationQuestion, run: (headers: Record<string, string>) => Promise<HostedSiteAnswer>) {
      const site = await confirmed(question, run)
      if (site) show(site)
      return site
    },
  }
}

export function useHostedSiteStateAction({ websiteId, name }: NamedSite) {
  const { routes, request } = useHostedSiteRequests(websiteId)
  return useAction({
    run: (action: StateAction) => {
      const { title, text, label } = questions[action]
      const variant = action === 'delete' || action === 'suspend' ? 'danger' : 'warning'
      return request({ title, text, confirmLabel: label, variant }, (headers) =>
        unwrapResponse(routes[action].$post({ param: { websiteId } }, { headers })),
      )
    },
    successMessage: (site, action) => site && `${name} ${questions[action].done}.`,
    invalidates: [hostedSitesKey],
  })
}

export function useInviteOwner({ websiteId, name }: NamedSite) {
  const { routes, request } = useHostedSiteRequests(websiteId)
  return (ownerEmail: string) =>
    request(
      {
        title: 'Invite the owner?',
        text: `${ownerEmail} will be able to do everything on ${name}, and invites others there.`,
        confirmLabel: 'Invite',
      },
      (headers) => unwrapResponse(routes.invite.$post({ param: { websiteId }, json: { ownerEmail } }, { headers })),
    )
}

export function useAddHost({ websiteId, name }: NamedSite) {
  const { routes, request } = useHostedSiteRequests(websiteId)
  return (host: string) =>
    request(
      {
        title: 'Add the host?',
        text: `${host} leads to ${name} once its DNS leads here or you confirm it.`,
        confirmLabel: 'Add host',
      },
      (headers) => unwrapResponse(routes.hosts.$post({ param: { websiteId }, json: { host } }, { headers })),
    )
}

/** What can be done with a host of a website. */
export function useHostActions({ websiteId, name }: NamedSite) {
  const { routes, request, show } = useHostedSiteRequests(websiteId)
  const route = routes.hosts[':host']
  const invalidates = [hostedSitesKey]
  return {
    check: useAction({
      run: ({ host }: ListedHost) => unwrapResponse(route.check.$post({ param: { websiteId, host } })),
      invalidates,
      onDone: ({ site }) => show(site),
    }),
    confirm: useAction({
      run: ({ host, shown }: ListedHost) =>
        request(
          {
            title: 'Confirm the host?',
            text: `${shown} leads to ${name} from then on, whatever its DNS says. Only confirm a host that belongs to its owner.`,
            confirmLabel: 'Confirm',
          },
          (headers) => unwrapResponse(route.confirm.$post({ param: { websiteId, host } }, { headers })),
        ),
      successMessage: (site, { shown }) => site && `${shown} leads to ${name}.`,
      invalidates,
    }),
    makeMain: useAction({
      run: ({ host, shown }: ListedHost) =>
        request(
          {
            title: 'Make it the main host?',
            text: `Links and mails name ${shown} from then on. The other hosts lead to the website as before.`,
            confirmLabel: 'Make main host',
          },
          (headers) => unwrapResponse(route.main.$post({ param: { websiteId, host } }, { headers })),
        ),
      successMessage: (site, { shown }) => site && `${shown} is the main host.`,
      invalidates,
    }),
    removeHost: useAction({
      run: ({ host, shown }: ListedHost) =>
        request(
          {
            title: 'Remove the host?',
            text: `${shown} no longer leads to ${name}.`,
            confirmLabel: 'Remove',
            variant: 'danger',
          },
          (headers) => unwrapResponse(route.$delete({ param: { websiteId, host } }, { headers })),
        ),
      successMessage: (site, { shown }) => site && `${shown} is removed.`,
      invalidates,
    }),
  }
}
