import type { Announcement } from '#domain/announcements/announcement.ts'

export const announcementStates = ['live', 'scheduled', 'ended', 'off'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** What the owner wants to know at a glance. One that is off is off, whatever its dates say. */
export function stateOf(
  { isActive, startDate, endDate }: Pick<Announcement, 'isActive' | 'startDate' | 'endDate'>,
  now: Date,
): AnnouncementState {
  if (!isActive) return 'off'
  if (endDate !== null && endDate <= now) return 'ended'
  return startDate !== null && startDate > now ? 'scheduled' : 'live'
}
