import type { Announcement } from '#domain/announcements/announcement.ts'
import type { MediaItem } from '#domain/media/item.ts'
import type { LocalDate } from '#domain/time/zoned.ts'
import type { ShowDraft } from '#domain/tour/draft.ts'
import { demoAnnouncements } from '#sites/musician/demo/announcements.ts'
import { demoMedia, demoMediaFiles } from '#sites/musician/demo/media.ts'
import { demoShows } from '#sites/musician/demo/shows.ts'

/** What an announcement says before the database has given it an id. */
export type AnnouncementDraft = Omit<Announcement, 'id' | 'activityLogId' | 'createdAt'>

/** The same for something to watch or to hear. */
export type MediaDraft = Omit<MediaItem, 'id'>

/** What fills the empty database of a site, as seen from the day of the first start. */
export type Demo = {
  shows: (today: LocalDate) => ShowDraft[]
  announcements: (now: Date) => AnnouncementDraft[]
  media: MediaDraft[]
  /** The files in the site's `media` folder that the items play. */
  mediaFiles: string[]
}

/** By the site's folder; a site that is not here starts empty. */
export const demos: Record<string, Demo> = {
  musician: { shows: demoShows, announcements: demoAnnouncements, media: demoMedia, mediaFiles: demoMediaFiles },
}
