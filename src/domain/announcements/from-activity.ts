import type { AnnouncementType } from '#domain/announcements/announcement.ts'
import { Refusal } from '#domain/refusal.ts'
import { isLocalDate } from '#domain/time/local-time.ts'

/** The fields of an activity log line that a draft is made from. */
export type AnnounceableActivity = {
  id: string
  resourceType: string
  action: string
  resourceName: string | null
  details: { new_status?: unknown; changes?: unknown }
}

type AnnouncementFromActivity = {
  activityLogId: string
  title: string
  message: string
  linkUrl: string
  announcementType: AnnouncementType
}

/** `statuses`: the sentence for each status that is news of its own. */
type ActivityKind = { type: AnnouncementType; link: string; what: string; statuses?: Record<string, string> }

const onTheSite = { published: 'is now on the site' }
const kinds: Record<string, ActivityKind> = {
  tour_date: {
    type: 'event_update',
    link: '/tour',
    what: 'a show',
    statuses: { upcoming: 'is announced', past: 'is over' },
  },
  product: {
    type: 'new_product',
    link: '/shop',
    what: 'a product',
    statuses: { published: 'is in the shop', archived: 'is no longer in the shop' },
  },
  gallery_image: { type: 'new_media', link: '/gallery', what: 'a picture' },
  release: { type: 'new_media', link: '/discography', what: 'a record', statuses: onTheSite },
  award: { type: 'general', link: '/awards', what: 'an award', statuses: onTheSite },
  press_quote: { type: 'general', link: '/press', what: 'a press quote', statuses: onTheSite },
}

/** Visitors do not see a resource with such a status. */
const hiddenStatuses = new Set<unknown>(['draft'])

/** The edit took a picture out of the gallery that visitors see. */
const hidesPicture = ({ changes }: AnnounceableActivity['details']): boolean =>
  (changes as { isPublished?: { after?: unknown } } | undefined)?.isPublished?.after === false

type ActivityFacts = { what: string; name: string; news: string | undefined }
const draftWriters: Record<string, (facts: ActivityFacts) => { title: string; message: string }> = {
  created: ({ what, name }) => ({ title: `New ${what.replace(/^an? /, '')}`, message: `New on the site: ${name}.` }),
  updated: ({ what, name }) => ({ title: `News about ${what}`, message: `There is news about ${name}.` }),
  status_changed: ({ what, name, news }) => ({
    title: `News about ${what}`,
    message: news ? `${name} ${news}.` : `There is news about ${name}.`,
  }),
}

/** The activities that an announcement can be drafted from. */
export const announceableActivities = { resourceTypes: Object.keys(kinds), actions: Object.keys(draftWriters) } as const

export const canBeAnnounced = ({
  resourceType,
  action,
  details,
}: Pick<AnnounceableActivity, 'resourceType' | 'action' | 'details'>): boolean =>
  announceableActivities.resourceTypes.includes(resourceType) &&
  announceableActivities.actions.includes(action) &&
  !hiddenStatuses.has(details.new_status) &&
  !hidesPicture(details)

/** Drafts an announcement about an activity; refuses an activity that visitors cannot see. */
export function announcementFromActivity(line: AnnounceableActivity, locale: string): AnnouncementFromActivity {
  const { id, resourceType, action, resourceName, details } = line
  if (!canBeAnnounced(line)) throw new Refusal('no-announcement-for-activity')
  const [kind, write] = [kinds[resourceType]!, draftWriters[action]!]
  const name = nameFor(resourceName?.trim() ?? '', locale) || kind.what
  const news = new Map(Object.entries(kind.statuses ?? {})).get(String(details.new_status))
  return {
    activityLogId: id,
    ...write({ what: kind.what, name, news }),
    linkUrl: kind.link,
    announcementType: kind.type,
  }
}

/** The log puts the date in front of a show; visitors read it in their own format, after the venue. */
function nameFor(name: string, locale: string): string {
  const [, date, place] = /^(\d{4}-\d{2}-\d{2}) (.+)$/s.exec(name) ?? []
  if (!date || !place || !isLocalDate(date)) return name
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return `${place}, ${day}`
}
