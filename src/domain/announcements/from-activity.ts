import type { AnnouncementType } from '#domain/announcements/announcement.ts'
import { Refusal } from '#domain/refusal.ts'

/** A line of the log, as far as something can be said about it. */
export type Told = {
  id: string
  resourceType: string
  action: string
  resourceName: string | null
  details: { new_status?: unknown }
}

type Drafted = {
  activityLogId: string
  title: string
  message: string
  linkUrl: string
  announcementType: AnnouncementType
}

const kinds: Record<string, { type: AnnouncementType; link: string; what: string }> = {
  tour_date: { type: 'event_update', link: '/tour', what: 'show' },
  product: { type: 'new_product', link: '/shop', what: 'product' },
  gallery_image: { type: 'new_media', link: '/gallery', what: 'picture' },
}

/** A first draft of what could be told to visitors about something that was done; refused where nothing could. */
export function announcementFrom({ id, resourceType, action, resourceName, details }: Told): Drafted {
  const kind = Object.hasOwn(kinds, resourceType) ? kinds[resourceType] : undefined
  const write = Object.hasOwn(titles, action) ? titles[action] : undefined
  if (!kind || !write) throw new Refusal('no-announcement-for-activity')
  const name = resourceName?.trim() || `a ${kind.what}`
  const status = typeof details.new_status === 'string' ? details.new_status : null
  return {
    activityLogId: id,
    ...write({ what: kind.what, name, status }),
    linkUrl: kind.link,
    announcementType: kind.type,
  }
}

type About = { what: string; name: string; status: string | null }
const titles: Record<string, (about: About) => { title: string; message: string }> = {
  created: ({ what, name }) => ({ title: `New ${what}`, message: `New on the site: ${name}.` }),
  updated: ({ what, name }) => ({ title: `News about a ${what}`, message: `There is news about ${name}.` }),
  status_changed: ({ what, name, status }) => ({
    title: `News about a ${what}`,
    message: status ? `${name} is now ${status}.` : `There is news about ${name}.`,
  }),
}
