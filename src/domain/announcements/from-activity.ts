import type { AnnouncementType } from '#domain/announcements/announcement.ts'
import { Refusal } from '#domain/refusal.ts'
import { isLocalDate } from '#domain/time/zoned.ts'

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

/** What visitors can make of a status; of one that is not here there is only news. */
const told: Record<string, string> = {
  upcoming: 'is announced',
  past: 'is over',
  published: 'is in the shop',
  archived: 'is no longer in the shop',
}

/** What has this status is not to be seen by visitors. */
const unseen = new Set<unknown>(['draft'])

type About = { what: string; name: string; status: string | null }
const writers: Record<string, (about: About) => { title: string; message: string }> = {
  created: ({ what, name }) => ({ title: `New ${what}`, message: `New on the site: ${name}.` }),
  updated: ({ what, name }) => ({ title: `News about a ${what}`, message: `There is news about ${name}.` }),
  status_changed: ({ what, name, status }) => ({
    title: `News about a ${what}`,
    message: status && told[status] ? `${name} ${told[status]}.` : `There is news about ${name}.`,
  }),
}

/** What can be told to visitors. */
export const tellable = { resourceTypes: Object.keys(kinds), actions: Object.keys(writers) } as const

export const canBeTold = ({
  resourceType,
  action,
  details,
}: Pick<Told, 'resourceType' | 'action' | 'details'>): boolean =>
  tellable.resourceTypes.includes(resourceType) && tellable.actions.includes(action) && !unseen.has(details.new_status)

/** A first draft of what could be told to visitors about something that was done; refused where nothing could. */
export function announcementFrom(line: Told, locale: string): Drafted {
  const { id, resourceType, action, resourceName, details } = line
  if (!canBeTold(line)) throw new Refusal('no-announcement-for-activity')
  const [kind, write] = [kinds[resourceType]!, writers[action]!]
  const name = nameFor(resourceName?.trim() ?? '', locale) || `a ${kind.what}`
  const status = typeof details.new_status === 'string' ? details.new_status : null
  return {
    activityLogId: id,
    ...write({ what: kind.what, name, status }),
    linkUrl: kind.link,
    announcementType: kind.type,
  }
}

/** The log begins the name of a show with its date; visitors read that as they are used to. */
function nameFor(name: string, locale: string): string {
  const [, date, place] = /^(\d{4}-\d{2}-\d{2}) (.+)$/s.exec(name) ?? []
  if (!date || !place || !isLocalDate(date)) return name
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return `${place}, ${day}`
}
