import { mediaKinds } from '#domain/media/item.ts'
import { defineList, type ListRequest, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

export const mediaList = defineList({
  filters: { q: searchWords, kind: oneOf(...mediaKinds) },
  size: 100,
  sizes: [50, 100],
})
export type MediaSearch = ListSearch<typeof mediaList>
export type MediaRequest = ListRequest<typeof mediaList>
