import type { Award, Release } from '#domain/pages/content.ts'

export const releaseKindLabels: Record<Release['kind'], string> = { album: 'Album', EP: 'EP', single: 'Single' }
export const awardResultLabels: Record<Award['result'], string> = {
  won: 'Won',
  shortlisted: 'Shortlisted',
  nominated: 'Nominated',
}
