import { expect, test } from 'vitest'
import { type ActivityCsvEntry, activityCsv } from '#domain/activity/csv.ts'
import { editPathOfResource } from '#domain/activity/words.ts'

const line: ActivityCsvEntry = {
  createdAt: new Date('2026-05-01T12:00:00Z'),
  userId: null,
  email: 'ada@example.com',
  resourceType: 'tour_date',
  action: 'updated',
  name: '=cmd()',
  during: null,
  device: 'Firefox on Linux',
  changes: { tags: { before: [], after: ['late', 'solo'] }, isPublished: { before: false, after: true } },
}

test('exports user, action, resource and old values of each log entry, with formulas escaped', () => {
  const [heads, written] = activityCsv([line]).split('\r\n')
  expect(heads).toBe('\ufeffwhen,who,what,name,changes,device')
  expect(written).toBe(
    `2026-05-01T12:00:00.000Z,ada@example.com,changed the show,'=cmd(),"Tags: nothing → late, solo\nPublished: no → yes",Firefox on Linux`,
  )
})

test('an entry links to the edit page of its resource, unless it was deleted', () => {
  const show = { resourceType: 'tour_date', resourceId: 'x', isGone: false }
  expect(editPathOfResource(show)).toBe('/admin/tour/x')
  expect(editPathOfResource({ ...show, isGone: true })).toBeNull()
  expect(editPathOfResource({ ...show, resourceId: null })).toBeNull()
  expect(editPathOfResource({ ...show, resourceType: 'constructor' })).toBeNull()
})
