import { expect, test } from 'vitest'
import { announcementStateOf } from '#domain/announcements/announcement.ts'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import {
  type AnnounceableActivity,
  announcementFromActivity,
  canBeAnnounced,
} from '#domain/announcements/from-activity.ts'

const activity: AnnounceableActivity = {
  id: '0199b2f0-7c1e-7000-8000-5b2f0a9c1d2e',
  resourceType: 'tour_date',
  action: 'created',
  resourceName: '2026-06-01 Berlin, Lido',
  details: {},
}

test.each([
  ['tour_date', '/tour', 'event_update'],
  ['product', '/shop', 'new_product'],
  ['gallery_image', '/gallery', 'new_media'],
  ['release', '/discography', 'new_media'],
  ['award', '/awards', 'general'],
  ['press_quote', '/press', 'general'],
])('an announcement draft about a %s links to %s', (resourceType, linkUrl, announcementType) => {
  for (const action of ['created', 'updated', 'status_changed']) {
    const draft = announcementFromActivity({ ...activity, resourceType, action }, 'en-GB')
    expect(draft).toMatchObject({ linkUrl, announcementType, activityLogId: activity.id })
    expect(draft.message).toContain('Berlin, Lido, 1 June 2026')
    expect(AnnouncementDraft.safeParse(draft).success).toBe(true)
  }
})

test('an announcement draft about a status change names the new status', () => {
  const draft = announcementFromActivity(
    { ...activity, action: 'status_changed', details: { new_status: 'upcoming' } },
    'en-GB',
  )
  expect(draft.message).toBe('Berlin, Lido, 1 June 2026 is announced.')
})

test.each([
  ['tour_date', 'News about a show', 'Night Ferry is announced.', 'upcoming'],
  ['product', 'News about a product', 'Night Ferry is in the shop.', 'published'],
  ['release', 'News about a record', 'Night Ferry is now on the site.', 'published'],
  ['award', 'News about an award', 'Night Ferry is now on the site.', 'published'],
  ['press_quote', 'News about a press quote', 'Night Ferry is now on the site.', 'published'],
  ['product', 'News about a product', 'There is news about Night Ferry.', 'toString'],
])('an announcement draft about a %s with a new status says: %s: %s', (resourceType, title, message, status) => {
  const line = { ...activity, resourceType, resourceName: 'Night Ferry', action: 'status_changed' }
  expect(announcementFromActivity({ ...line, details: { new_status: status } }, 'en-GB')).toMatchObject({
    title,
    message,
  })
})

test.each(['Night Ferry', '2026-13-01 No such day', '2026-06-01'])(
  'an announcement draft keeps a name without date and venue unchanged: “%s”',
  (resourceName) => {
    expect(announcementFromActivity({ ...activity, resourceName }, 'en-GB').message).toBe(
      `New on the site: ${resourceName}.`,
    )
  },
)

test.each([
  { resourceType: 'account', action: 'signed_in' },
  { action: 'deleted' },
  { details: { new_status: 'draft' } },
  { resourceType: 'release', action: 'updated', details: { new_status: 'draft' } },
  { resourceType: 'award', action: 'reset' },
  { resourceType: 'press_quote', action: 'reordered' },
  { action: 'updated', details: { changes: { isPublished: { before: true, after: false } } } },
  { resourceType: 'constructor' },
  { action: 'toString' },
])('cannot announce the activity %o', (change) => {
  expect(canBeAnnounced({ ...activity, ...change })).toBe(false)
  expect(() => announcementFromActivity({ ...activity, ...change }, 'en-GB')).toThrow(
    'Cannot generate announcement for this activity type',
  )
})

test.each([
  [{ isActive: false }, 'off'],
  [{}, 'live'],
  [{ startDate: new Date('2026-05-02') }, 'scheduled'],
  [{ startDate: new Date('2026-05-01') }, 'live'],
  [{ endDate: new Date('2026-05-01') }, 'ended'],
  [{ endDate: new Date('2026-05-02') }, 'live'],
])('an announcement with %o has the state %s', (changes, state) => {
  const usual = { isActive: true, startDate: null, endDate: null }
  expect(announcementStateOf({ ...usual, ...changes }, new Date('2026-05-01'))).toBe(state)
})

test.each([
  [{ linkUrl: 'javascript:alert(1)' }, 'linkUrl'],
  [{ linkUrl: '//evil.example' }, 'linkUrl'],
  [{ title: '  ' }, 'title'],
  [{ message: 'x'.repeat(501) }, 'message'],
  [{ priority: 1.5 }, 'priority'],
  [{ startDate: '2026-05-02', endDate: '2026-05-02' }, 'endDate'],
])('rejects an announcement with %o', (changes, field) => {
  const read = AnnouncementDraft.safeParse({ title: 'A', message: 'B', ...changes })
  expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field])
})
