import { defineList, type ListRequest, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

export const imageList = defineList({
  filters: { q: searchWords, descriptions: oneOf('missing') },
  size: 50,
  sizes: [50, 100],
})
export type ImageSearch = ListSearch<typeof imageList>
export type ImageRequest = ListRequest<typeof imageList>
