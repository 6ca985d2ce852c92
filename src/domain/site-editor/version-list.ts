import { defineList, type ListRequest, type ListSearch } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

export const versionStates = ['draft', 'scheduled', 'published', 'superseded'] as const
export type VersionState = (typeof versionStates)[number]

/** The newest first. */
export const versionList = defineList({ filters: { state: enumParam(...versionStates) }, size: 25 })
export type VersionSearch = ListSearch<typeof versionList>
export type VersionRequest = ListRequest<typeof versionList>
