import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

export const hostedSiteStates = ['open', 'suspended', 'deleted'] as const
export type HostedSiteState = (typeof hostedSiteStates)[number]

type Moments = { suspendedAt: Date | null; deleteAfter: Date | null }

export const hostedSiteStateOf = ({ suspendedAt, deleteAfter }: Moments): HostedSiteState =>
  deleteAfter ? 'deleted' : suspendedAt ? 'suspended' : 'open'

export const hostedSiteList = defineList({
  filters: { q: searchWordsParam, state: enumParam(...hostedSiteStates) },
  sorts: ['created', 'name'],
  direction: 'down',
})
export type HostedSiteSearch = ListSearch<typeof hostedSiteList>
export type HostedSiteRequest = ListRequest<typeof hostedSiteList>
