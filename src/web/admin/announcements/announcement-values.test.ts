import { expect, test } from 'vitest'
import type { AdminAnnouncement } from '#api/admin/announcements.ts'
import { AnnouncementDraft } from '#domain/announcements/draft.ts'
import {
  announcementDraftFrom,
  announcementValuesOf,
  newAnnouncementValues,
} from '#web/admin/announcements/announcement-values.ts'

const zone = 'Europe/Berlin'
const stored: AdminAnnouncement = {
  id: '019a0000-0000-7000-8000-000000000001',
  activityLogId: null,
  title: 'Lisbon',
  message: 'A second night.',
  linkUrl: null,
  linkText: null,
  announcementType: 'event_update',
  style: 'urgent',
  isActive: true,
  isDismissible: false,
  priority: -3,
  // The second of the two hours that begin at two o'clock that night.
  startDate: '2026-10-25T01:30:00.000Z',
  endDate: '2026-10-26T09:00:07.000Z',
  createdAt: '2026-05-01T12:00:00.000Z',
  updatedAt: '2026-05-01T12:00:00.000Z',
  sequence: 0,
  state: 'scheduled',
}

test('saves an unchanged announcement as it was stored', () => {
  const { values } = announcementValuesOf(stored, zone)
  expect(values).toMatchObject({ startDate: '2026-10-25T02:30', endDate: '2026-10-26T10:00', priority: '-3' })
  const { id: _, createdAt, updatedAt, sequence, state, startDate, endDate, ...unchanged } = stored
  expect(AnnouncementDraft.parse(announcementDraftFrom(zone)(values))).toEqual({
    ...unchanged,
    startDate: new Date(startDate!),
    endDate: new Date(endDate!),
  })
})

test('names each missing field of an empty announcement', () => {
  const { values } = newAnnouncementValues()
  const parsed = AnnouncementDraft.safeParse(
    announcementDraftFrom(zone)({ ...values, priority: '', startDate: 'soon' }),
  )
  expect(parsed.error!.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['title', 'Please fill this in.'],
    ['message', 'Please fill this in.'],
    ['priority', 'Please enter a whole number from -1000 to 1000.'],
    ['startDate', 'Please enter a date and a time.'],
  ])
})
