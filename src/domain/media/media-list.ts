import { mediaKinds } from '#domain/media/item.ts'
import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

export const mediaList = defineList({
  filters: { q: searchWordsParam, kind: enumParam(...mediaKinds) },
  size: 100,
  sizes: [50, 100],
})
export type MediaSearch = ListSearch<typeof mediaList>
export type MediaRequest = ListRequest<typeof mediaList>
