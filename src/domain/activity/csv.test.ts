import { expect, test } from 'vitest'
import { activityCsv, type LoggedLine } from '#domain/activity/csv.ts'
import { editedAt } from '#domain/activity/places.ts'

const line: LoggedLine = {
  createdAt: new Date('2026-05-01T12:00:00Z'),
  userId: null,
  email: 'ada@example.com',
  resourceType: 'tour_date',
  action: 'updated',
  resourceName: '=cmd()',
  changes: { tags: { before: [], after: ['late', 'solo'] }, isPublished: { before: false, after: true } },
}

test('a line says who did what to which thing, and what was before; a formula stays a word', () => {
  const [heads, written] = activityCsv([line]).split('\r\n')
  expect(heads).toBe('\ufeffwhen,who,what,thing,changes')
  expect(written).toBe(
    `2026-05-01T12:00:00.000Z,ada@example.com,changed the show,'=cmd(),"Tags: nothing → late, solo\nPublished: no → yes"`,
  )
})

test('a thing leads to where it is edited, and one that is gone leads nowhere', () => {
  const show = { resourceType: 'tour_date', resourceId: 'x', isGone: false }
  expect(editedAt(show)).toBe('/admin/tour/x')
  expect(editedAt({ ...show, isGone: true })).toBeNull()
  expect(editedAt({ ...show, resourceId: null })).toBeNull()
  expect(editedAt({ ...show, resourceType: 'constructor' })).toBeNull()
})
