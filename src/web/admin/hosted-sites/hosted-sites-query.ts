import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { HostedSiteAnswer } from '#api/admin/hosted-sites.ts'
import { type HostedSiteSearch, hostedSiteList } from '#domain/hosted-sites/hosted-site-list.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { listQueryOptions } from '#web/admin/ui/lists/use-list.ts'
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

/** What can be done with one website. Each answer is the website as it is then. */
export function useHostedSiteActions({ websiteId, name }: Pick<HostedSiteAnswer, 'websiteId' | 'name'>) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const confirmed = useConfirmedRequest()
  const routes = routesOf(api)[':websiteId']
  const show = (site: HostedSiteAnswer | null) => {
    if (site) queryClient.setQueryData(hostedSiteQuery(api, websiteId).queryKey, site)
  }
  const one = { invalidates: [hostedSitesKey], onDone: show }
  const param = { websiteId }
  return {
    setState: useAction({
      ...one,
      run: (action: StateAction) => {
        const { title, text, label } = questions[action]
        const variant = action === 'delete' || action === 'suspend' ? 'danger' : 'warning'
        return confirmed({ title, text, confirmLabel: label, variant }, (headers) =>
          unwrapResponse(routes[action].$post({ param }, { headers })),
        )
      },
      successMessage: (site, action) => site && `${name} ${questions[action].done}.`,
    }),
    invite: (ownerEmail: string) =>
      confirmed(
        {
          title: 'Invite the owner?',
          text: `${ownerEmail} will be able to do everything on ${name}, and invites others there.`,
          confirmLabel: 'Invite',
        },
        (headers) => unwrapResponse(routes.invite.$post({ param, json: { ownerEmail } }, { headers })),
      ).then((site) => {
        show(site)
        return site
      }),
    addHost: (host: string) =>
      confirmed(
        {
          title: 'Add the host?',
          text: `${host} leads to ${name} once its DNS leads here or you confirm it.`,
          confirmLabel: 'Add host',
        },
        (headers) => unwrapResponse(routes.hosts.$post({ param, json: { host } }, { headers })),
      ).then((site) => {
        show(site)
        return site
      }),
    check: useAction({
      run: ({ host }: ListedHost) => unwrapResponse(routes.hosts[':host'].check.$post({ param: { websiteId, host } })),
      invalidates: [hostedSitesKey],
      onDone: ({ site }) => show(site),
    }),
    confirm: useAction({
      ...one,
      run: ({ host, shown }: ListedHost) =>
        confirmed(
          {
            title: 'Confirm the host?',
            text: `${shown} leads to ${name} from then on, whatever its DNS says. Only confirm a host that belongs to its owner.`,
            confirmLabel: 'Confirm',
          },
          (headers) => unwrapResponse(routes.hosts[':host'].confirm.$post({ param: { websiteId, host } }, { headers })),
        ),
      successMessage: (site, { shown }) => site && `${shown} leads to ${name}.`,
    }),
    makeMain: useAction({
      ...one,
      run: ({ host, shown }: ListedHost) =>
        confirmed(
          {
            title: 'Make it the main host?',
            text: `Links and mails name ${shown} from then on. The other hosts lead to the website as before.`,
            confirmLabel: 'Make main host',
          },
          (headers) => unwrapResponse(routes.hosts[':host'].main.$post({ param: { websiteId, host } }, { headers })),
        ),
      successMessage: (site, { shown }) => site && `${shown} is the main host.`,
    }),
    removeHost: useAction({
      ...one,
      run: ({ host, shown }: ListedHost) =>
        confirmed(
          {
            title: 'Remove the host?',
            text: `${shown} no longer leads to ${name}.`,
            confirmLabel: 'Remove',
            variant: 'danger',
          },
          (headers) => unwrapResponse(routes.hosts[':host'].$delete({ param: { websiteId, host } }, { headers })),
        ),
      successMessage: (site, { shown }) => site && `${shown} is removed.`,
    }),
  }
}
