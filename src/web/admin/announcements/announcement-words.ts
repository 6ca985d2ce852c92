import type { AnnouncementStyle, AnnouncementType } from '#domain/announcements/announcement.ts'
import type { AnnouncementState } from '#domain/announcements/state.ts'

export const stateWords: Record<AnnouncementState, string> = {
  live: 'Live',
  scheduled: 'Scheduled',
  ended: 'Ended',
  off: 'Off',
}

export const styleWords: Record<AnnouncementStyle, string> = {
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  urgent: 'Urgent',
}

export const typeWords: Record<AnnouncementType, string> = {
  event_update: 'A show',
  new_product: 'A product',
  new_media: 'Pictures, videos or music',
  general: 'Anything else',
}

/** For a list to choose from. */
export const choicesOf = <V extends string>(words: Record<V, string>) => Object.entries(words) as [V, string][]
