import { useKinds } from '#domain/pictures/uses.ts'
import { defineList, type ListRequest, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

/** `undescribed`: neither a description nor decoration. */
export const pictureFilters = ['unused', 'undescribed', ...useKinds] as const
export type PictureFilter = (typeof pictureFilters)[number]

export const pictureList = defineList({
  filters: { q: searchWords, show: oneOf(...pictureFilters) },
  sorts: ['uploaded', 'name'],
  direction: 'down',
  size: 24,
  sizes: [24, 48, 96],
})
export type PictureSearch = ListSearch<typeof pictureList>
export type PictureRequest = ListRequest<typeof pictureList>
