import { defineList, type ListRequest, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

/** All collections are listed alike, in the order that visitors see. */
export const collectionList = defineList({
  filters: { q: searchWords, state: oneOf('published', 'draft') },
  size: 50,
  sizes: [50, 100],
})
export type CollectionSearch = ListSearch<typeof collectionList>
export type CollectionRequest = ListRequest<typeof collectionList>
