import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

/** All collections are listed alike, in the order that visitors see. */
export const collectionList = defineList({
  filters: { q: searchWordsParam, state: enumParam('published', 'draft') },
  size: 50,
  sizes: [50, 100],
})
export type CollectionSearch = ListSearch<typeof collectionList>
export type CollectionRequest = ListRequest<typeof collectionList>
