import { expect, test } from 'vitest'
import {
  type Announcement,
  activeAnnouncements,
  isActiveAnnouncement,
  maxActiveAnnouncements,
  toBannerAnnouncement,
} from '#domain/announcements/announcement.ts'

const noon = new Date('2026-05-01T12:00:00Z')
const minutes = (n: number) => new Date(+noon + n * 60_000)
const tour: Announcement = {
  id: 'tour',
  activityLogId: null,
  title: 'Lisbon',
  message: 'A second night.',
  linkUrl: '/tour',
  linkText: null,
  announcementType: 'event_update',
  style: 'info',
  isActive: true,
  isDismissible: true,
  priority: 0,
  startDate: null,
  endDate: null,
  createdAt: minutes(-60),
}

test.each([
  ['without a window', {}, true],
  ['switched off', { isActive: false }, false],
  ['before it starts', { startDate: minutes(1) }, false],
  ['at the moment it starts', { startDate: noon }, true],
  ['before it ends', { endDate: minutes(1) }, true],
  ['at the moment it ends', { endDate: noon }, false],
  ['inside its window', { startDate: minutes(-1), endDate: minutes(1) }, true],
  ['inside its window, switched off', { isActive: false, startDate: minutes(-1), endDate: minutes(1) }, false],
])('isActive for an announcement %s', (_, changes, active) => {
  expect(isActiveAnnouncement({ ...tour, ...changes }, noon)).toBe(active)
})

test('sorts active announcements by priority, then newest first', () => {
  const all = [
    { ...tour, id: 'old', createdAt: minutes(-9) },
    { ...tour, id: 'ended', priority: 9, endDate: noon },
    { ...tour, id: 'low', priority: -1, createdAt: noon },
    { ...tour, id: 'new', createdAt: minutes(-1) },
    { ...tour, id: 'high', priority: 5, createdAt: minutes(-99) },
  ]
  expect(activeAnnouncements(all, noon).map(({ id }) => id)).toEqual(['high', 'new', 'old', 'low'])
})

test('limits the number of announcements sent to visitors', () => {
  expect(activeAnnouncements(Array(maxActiveAnnouncements + 1).fill(tour), noon)).toHaveLength(maxActiveAnnouncements)
})

test('returns only the announcement fields that the banner needs', () => {
  expect(toBannerAnnouncement(tour)).toEqual({
    id: 'tour',
    title: 'Lisbon',
    message: 'A second night.',
    linkUrl: '/tour',
    linkText: 'Learn More',
    style: 'info',
    isDismissible: true,
  })
})

test.each([
  [null, 'Learn More'],
  ['', 'Learn More'],
  ['Tickets', 'Tickets'],
])('a link with the stored text %j is shown as “%s”', (linkText, shown) => {
  expect(toBannerAnnouncement({ ...tour, linkText }).linkText).toBe(shown)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'java\tscript:alert(1)'])(
  'drops the unsafe link %j',
  (linkUrl) => expect(toBannerAnnouncement({ ...tour, linkUrl }).linkUrl).toBeNull(),
)

test.each(['https://tickets.example/lisbon', 'mailto:box@office.example', '/shop?category=vinyl#new'])(
  'keeps the link %s',
  (linkUrl) => expect(toBannerAnnouncement({ ...tour, linkUrl }).linkUrl).toBe(linkUrl),
)
