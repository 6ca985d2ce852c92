import type { AdminAnnouncement } from '#api/admin/announcements.ts'
import type { AnnouncementStyle, AnnouncementType } from '#domain/announcements/announcement.ts'
import type { AnnouncementState } from '#domain/announcements/announcement-list.ts'
import { dateTimeFieldValue, parseDateTimeField } from '#domain/time/local-time.ts'
import type { AnnouncementFromActivity } from '#web/admin/announcements/announcements-query.ts'
import type { VersionedValues } from '#web/admin/ui/editor/use-editor.ts'

/** An announcement as the form holds it. */
export type AnnouncementValues = {
  title: string
  message: string
  linkUrl: string
  linkText: string
  announcementType: AdminAnnouncement['announcementType']
  style: AdminAnnouncement['style']
  isDismissible: boolean
  isActive: boolean
  /** Local time of the site, as `2026-05-01T10:00`. */
  startDate: string
  endDate: string
  priority: string
  /** Without a field: the activity that it was made from, and the stored instants of the window. */
  activityLogId: string | null
  startsAt: string | null
  endsAt: string | null
}

export const announcementLabels: Record<keyof AnnouncementValues, string> = {
  title: 'Title',
  message: 'Message',
  linkUrl: 'Link',
  linkText: 'Link text',
  announcementType: 'Type',
  style: 'Style',
  isDismissible: 'Visitors can dismiss it',
  isActive: 'Active',
  startDate: 'From',
  endDate: 'Until',
  priority: 'Priority',
  activityLogId: 'Created from',
  startsAt: 'Starts',
  endsAt: 'Ends',
}

export const newAnnouncementValues = (prefilled?: AnnouncementFromActivity): VersionedValues<AnnouncementValues> => ({
  version: 0,
  values: {
    title: '',
    message: '',
    linkUrl: '',
    linkText: '',
    announcementType: 'general',
    style: 'info',
    isDismissible: true,
    isActive: true,
    startDate: '',
    endDate: '',
    priority: '0',
    activityLogId: null,
    startsAt: null,
    endsAt: null,
    ...prefilled,
  },
})

export function announcementValuesOf(
  announcement: AdminAnnouncement,
  zone: string,
): VersionedValues<AnnouncementValues> {
  const { title, message, linkUrl, linkText, announcementType, style, isDismissible, isActive } = announcement
  const { startDate, endDate, priority, activityLogId, sequence } = announcement
  return {
    version: sequence,
    values: {
      title,
      message,
      announcementType,
      style,
      isDismissible,
      isActive,
      activityLogId,
      linkUrl: linkUrl ?? '',
      linkText: linkText ?? '',
      startDate: dateTimeFieldValue(asDate(startDate), zone),
      endDate: dateTimeFieldValue(asDate(endDate), zone),
      priority: String(priority),
      startsAt: startDate,
      endsAt: endDate,
    },
  }
}

/** In the shape that `AnnouncementDraft` parses. */
export const announcementDraftFrom =
  (zone: string) =>
  ({ startsAt, endsAt, ...values }: AnnouncementValues) => ({
    ...values,
    priority: values.priority.trim() ? Number(values.priority) : Number.NaN,
    startDate: parseDateTimeField(values.startDate, zone, asDate(startsAt)),
    endDate: parseDateTimeField(values.endDate, zone, asDate(endsAt)),
  })

const asDate = (text: string | null) => (text ? new Date(text) : null)

export const announcementStateLabels: Record<AnnouncementState, string> = {
  live: 'Live',
  scheduled: 'Scheduled',
  ended: 'Ended',
  off: 'Off',
}

export const announcementStyleLabels: Record<AnnouncementStyle, string> = {
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  urgent: 'Urgent',
}

export const announcementTypeLabels: Record<AnnouncementType, string> = {
  event_update: 'A show',
  new_product: 'A product',
  new_media: 'Pictures, videos or music',
  general: 'Other',
}
