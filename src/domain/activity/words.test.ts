import { expect, test } from 'vitest'
import { activityActions, type ResourceType } from '#domain/activity/activity.ts'
import {
  actionFilterOptions,
  activityText,
  activityUserLabel,
  changedFieldLabel,
  formatChangedValue,
  resourceTypeLabel,
} from '#domain/activity/words.ts'

test('has a sentence for every action of every resource type', () => {
  for (const resourceType of Object.keys(activityActions) as ResourceType[]) {
    expect(resourceTypeLabel(resourceType)).toMatch(/^[A-Z][^_]+$/)
    const names = actionFilterOptions(resourceType)
    expect(names.map(([action]) => action)).toEqual(activityActions[resourceType])
    for (const [, name] of names) expect(name).toMatch(/^[A-Z][^_]+$/)
  }
})

test('offers the actions shared by all resource types when no type is selected', () => {
  expect(actionFilterOptions(undefined)).toContainEqual(['updated', 'Changed something'])
})

test.each([
  ['tour_date', 'updated', 'changed the show'],
  ['announcement', 'created', 'added the announcement'],
  ['product', 'updated', 'changed the product'],
  ['access', 'granted', 'gave access to'],
  ['account', 'signed_in', 'signed in'],
  ['wax_seal', 'melted_down', 'melted down the wax seal'],
  ['constructor', 'toString', 'toString the constructor'],
])('%s %s reads as “%s”', (resourceType, action, text) => {
  expect(activityText({ resourceType, action })).toBe(text)
})

test.each([
  [{ action: 'sign_in_failed' }, 'tried to sign in and failed'],
  [{ action: 'sign_in_failed', name: 'ada@example.com' }, 'tried to sign in and failed, to the account of'],
  [{ action: 'sign_in_failed', during: 'confirmation' }, 'entered a wrong password when asked to confirm a change'],
  [
    { action: 'sign_in_failed', during: 'enrolment' },
    'entered a wrong password when setting up two-factor authentication',
  ],
  [
    { action: 'sign_in_locked', during: 'password-change' },
    'entered too many wrong passwords when changing their password',
  ],
  [{ action: 'second_factor_failed', during: 'toString' }, 'entered a wrong code'],
  [{ resourceType: 'settings', action: 'updated' }, 'changed the settings'],
  [{ resourceType: 'settings', action: 'updated', name: 'Contact address' }, 'changed in the settings:'],
])('describes the entry %j', (line, text) => {
  expect(activityText({ resourceType: 'account', ...line })).toBe(text)
})

test('shows the user of a log entry by e-mail address', () => {
  expect(activityUserLabel({ userId: 'a', email: 'ada@example.com' })).toBe('ada@example.com')
  expect(activityUserLabel({ userId: 'a', email: null })).toBe('a deleted user')
  expect(activityUserLabel({ userId: null, email: null })).toBe('an unknown user')
  expect(activityUserLabel({ userId: null, email: null }, 'access')).toBe('the system')
})

test.each([
  ['venueNotes', 'Venue notes'],
  ['isActive', 'Active'],
  ['city', 'City'],
  ['toString', 'To string'],
])('the field %s is called “%s”', (field, name) => expect(changedFieldLabel(field)).toBe(name))

test('formats field values as readable text', () => {
  expect(formatChangedValue(['solo', { a: 1 }])).toEqual(['solo', '{"a":1}'])
  expect(formatChangedValue({ a: 1 })).toBe('{"a":1}')
  expect([formatChangedValue(null), formatChangedValue(false), formatChangedValue(3)]).toEqual([null, false, 3])
})
