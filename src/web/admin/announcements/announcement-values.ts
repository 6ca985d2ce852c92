import type { EditedAnnouncement } from '#api/admin/announcements.ts'
import { instantFrom, localText } from '#domain/time/zoned.ts'
import type { Drafted } from '#web/admin/announcements/announcements-query.ts'
import type { Opened } from '#web/admin/ui/use-editor.ts'

/** An announcement as the form holds it. */
export type AnnouncementValues = {
  title: string
  message: string
  linkUrl: string
  linkText: string
  announcementType: EditedAnnouncement['announcementType']
  style: EditedAnnouncement['style']
  isDismissible: boolean
  isActive: boolean
  /** By the clocks of the site, as `2026-05-01T10:00`. */
  startDate: string
  endDate: string
  priority: string
  /** Not to be seen: the activity that it was made from, and the instants that the window was read from. */
  activityLogId: string | null
  startsAt: string | null
  endsAt: string | null
}

export const announcementLabels: Record<keyof AnnouncementValues, string> = {
  title: 'Title',
  message: 'Message',
  linkUrl: 'Link',
  linkText: 'Words of the link',
  announcementType: 'What it is about',
  style: 'Style',
  isDismissible: 'Visitors may dismiss it',
  isActive: 'Switched on',
  startDate: 'From',
  endDate: 'Until',
  priority: 'Priority',
  activityLogId: 'Made from',
  startsAt: 'Begins',
  endsAt: 'Ends',
}

export const newAnnouncement = (drafted?: Drafted): Opened<AnnouncementValues> => ({
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
    ...drafted,
  },
})

export function openedAnnouncement(announcement: EditedAnnouncement, zone: string): Opened<AnnouncementValues> {
  const { title, message, linkUrl, linkText, announcementType, style, isDismissible, isActive } = announcement
  const { startDate, endDate, priority, activityLogId, sequence } = announcement
  return {
    version: sequence,
    values: {
      ...{ title, message, announcementType, style, isDismissible, isActive, activityLogId },
      linkUrl: linkUrl ?? '',
      linkText: linkText ?? '',
      startDate: localText(asDate(startDate), zone),
      endDate: localText(asDate(endDate), zone),
      priority: String(priority),
      startsAt: startDate,
      endsAt: endDate,
    },
  }
}

/** As the domain's schema wants it. */
export const draftIn =
  (zone: string) =>
  ({ startsAt, endsAt, ...values }: AnnouncementValues) => ({
    ...values,
    priority: values.priority.trim() ? Number(values.priority) : Number.NaN,
    startDate: instantFrom(values.startDate, zone, asDate(startsAt)),
    endDate: instantFrom(values.endDate, zone, asDate(endsAt)),
  })

const asDate = (text: string | null) => (text ? new Date(text) : null)
