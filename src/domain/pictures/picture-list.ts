import { pictureUseKinds } from '#domain/pictures/uses.ts'
import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

/** `undescribed`: neither a description nor decoration. */
export const pictureFilters = ['unused', 'undescribed', ...pictureUseKinds] as const
export type PictureFilter = (typeof pictureFilters)[number]

export const pictureList = defineList({
  filters: { q: searchWordsParam, show: enumParam(...pictureFilters) },
  sorts: ['uploaded', 'name'],
  direction: 'down',
  size: 24,
  sizes: [24, 48, 96],
})
export type PictureSearch = ListSearch<typeof pictureList>
export type PictureRequest = ListRequest<typeof pictureList>
