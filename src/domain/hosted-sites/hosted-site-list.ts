import { defineList, type ListRequest, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

export const hostedSiteStates = ['open', 'suspended', 'deleted'] as const
export type HostedSiteState = (typeof hostedSiteStates)[number]

type Moments = { suspendedAt: Date | null; deleteAfter: Date | null }

export const stateOf = ({ suspendedAt, deleteAfter }: Moments): HostedSiteState =>
  deleteAfter ? 'deleted' : suspendedAt ? 'suspended' : 'open'

export const hostedSiteList = defineList({
  filters: { q: searchWords, state: oneOf(...hostedSiteStates) },
  sorts: ['created', 'name'],
  direction: 'down',
})
export type HostedSiteSearch = ListSearch<typeof hostedSiteList>
export type HostedSiteRequest = ListRequest<typeof hostedSiteList>
