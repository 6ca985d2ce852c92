import type { AnnouncementState } from '#domain/announcements/announcement-list.ts'
import { announcementBannerTexts } from '#domain/texts/content.ts'
import { isSafeLink } from '#domain/ui/link.ts'

/** What it is about; chosen from the activity that it was made from. */
export const announcementTypes = ['event_update', 'new_product', 'new_media', 'general'] as const
export type AnnouncementType = (typeof announcementTypes)[number]

export const announcementStyles = ['info', 'success', 'warning', 'urgent'] as const
export type AnnouncementStyle = (typeof announcementStyles)[number]

/** More would not be read. */
export const maxActiveAnnouncements = 20

export type Announcement = {
  id: string
  /** The activity that it was made from. */
  activityLogId: string | null
  title: string
  message: string
  linkUrl: string | null
  linkText: string | null
  announcementType: AnnouncementType
  style: AnnouncementStyle
  isActive: boolean
  isDismissible: boolean
  /** The highest comes first. */
  priority: number
  /** Without one it begins at once, and without an end it stays. */
  startDate: Date | null
  endDate: Date | null
  createdAt: Date
}

/** Switched on and inside its window: from the moment it starts until the moment it ends. */
export function isActiveAnnouncement(
  { isActive: isOn, startDate, endDate }: Pick<Announcement, 'isActive' | 'startDate' | 'endDate'>,
  now: Date,
): boolean {
  return isOn && (startDate === null || startDate <= now) && (endDate === null || now < endDate)
}

/** What visitors see: the most important first, and of equals the newest. */
export function activeAnnouncements<
  A extends Pick<Announcement, 'isActive' | 'startDate' | 'endDate' | 'priority' | 'createdAt'>,
>(all: A[], now: Date): A[] {
  return all
    .filter((announcement) => isActiveAnnouncement(announcement, now))
    .sort((a, b) => b.priority - a.priority || +b.createdAt - +a.createdAt)
    .slice(0, maxActiveAnnouncements)
}

export type BannerAnnouncement = Pick<
  Announcement,
  'id' | 'title' | 'message' | 'linkUrl' | 'style' | 'isDismissible'
> & {
  linkText: string
}

/** As the banner shows it: a link that is not safe to follow is none. */
export function toBannerAnnouncement(
  announcement: Omit<BannerAnnouncement, 'linkText'> & { linkText: string | null },
): BannerAnnouncement {
  const { id, title, message, linkUrl, linkText, style, isDismissible } = announcement
  return {
    id,
    title,
    message,
    linkUrl: linkUrl !== null && isSafeLink(linkUrl) ? linkUrl : null,
    linkText: linkText || announcementBannerTexts.learnMore,
    style,
    isDismissible,
  }
}

/** The state for the admin list. A switched-off announcement is off, whatever its dates are. */
export function announcementStateOf(
  { isActive, startDate, endDate }: Pick<Announcement, 'isActive' | 'startDate' | 'endDate'>,
  now: Date,
): AnnouncementState {
  if (!isActive) return 'off'
  if (endDate !== null && endDate <= now) return 'ended'
  return startDate !== null && startDate > now ? 'scheduled' : 'live'
}
