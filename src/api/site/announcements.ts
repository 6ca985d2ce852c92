import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone } from '#api/guards.ts'
import {
  type Announcement,
  activeAnnouncements,
  announcementStyles,
  type BannerAnnouncement as Banner,
  toBannerAnnouncement,
} from '#domain/announcements/announcement.ts'
import { isReachableLinkTarget } from '#domain/sites/navigation.ts'
import type { Site } from '#domain/sites/site.ts'
import { cacheLifetimeMs } from '#domain/ui/cache.ts'
import { activeAnnouncementsUntil } from '#server/announcements/queries.ts'
import { recordChangeTimes } from '#server/cache/page-reads.ts'

const text = z.string()
const BannerAnnouncement = z.strictObject({
  id: z.uuid(),
  title: text,
  message: text,
  linkUrl: text.nullable(),
  linkText: text,
  style: z.enum(announcementStyles),
  isDismissible: z.boolean(),
})

export const announcementsRoutes = new Hono<ApiEnv>().get(
  '/active',
  anyone(),
  answers('Lists the active announcements of the banner, highest priority first.', z.array(BannerAnnouncement)),
  async (c) => {
    const { now } = c.var
    const cachedUntil = new Date(+now + cacheLifetimeMs)
    const soon = await c.var.cached('announcements', 'upcoming', (tx) => activeAnnouncementsUntil(tx, now, cachedUntil))
    recordChangeTimes(now, () => soon.flatMap(({ startDate, endDate }) => [startDate, endDate]))
    return c.json(activeAnnouncements(soon, now).map((announcement) => presentAnnouncement(announcement, c.var.site)))
  },
)

/** Without its link while visitors cannot open the page. */
export function presentAnnouncement(announcement: Announcement, site: Site): Banner {
  const shown = toBannerAnnouncement(announcement)
  const isOpen = shown.linkUrl !== null && isReachableLinkTarget(site, shown.linkUrl)
  return { ...shown, linkUrl: isOpen ? shown.linkUrl : null }
}
