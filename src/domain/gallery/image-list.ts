import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

export const galleryImageList = defineList({
  filters: { q: searchWordsParam, descriptions: enumParam('missing') },
  size: 50,
  sizes: [50, 100],
})
export type GalleryImageSearch = ListSearch<typeof galleryImageList>
export type GalleryImageRequest = ListRequest<typeof galleryImageList>
