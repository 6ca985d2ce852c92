import type { Award, Release } from '#domain/pages/content.ts'

export const releaseKindWords: Record<Release['kind'], string> = { album: 'Album', EP: 'EP', single: 'Single' }
export const awardResultWords: Record<Award['result'], string> = {
  won: 'Won',
  shortlisted: 'Shortlisted',
  nominated: 'Nominated',
}
