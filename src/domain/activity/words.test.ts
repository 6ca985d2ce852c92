import { expect, test } from 'vitest'
import { activityActions, type ResourceType } from '#domain/activity/activity.ts'
import { actionNames, deedOf, fieldName, heldBy, kindName, personName } from '#domain/activity/words.ts'

test('every deed of every kind is a sentence without a raw word', () => {
  for (const resourceType of Object.keys(activityActions) as ResourceType[]) {
    expect(kindName(resourceType)).toMatch(/^[A-Z][^_]+$/)
    const names = actionNames(resourceType)
    expect(names.map(([action]) => action)).toEqual(activityActions[resourceType])
    for (const [, name] of names) expect(name).toMatch(/^[A-Z][^_]+$/)
  }
})

test('without a kind one can ask for what all kinds share', () => {
  expect(actionNames(undefined)).toContainEqual(['updated', 'Changed something'])
})

test.each([
  ['tour_date', 'updated', 'changed the show'],
  ['announcement', 'created', 'added the announcement'],
  ['product', 'updated', 'changed the product'],
  ['access', 'granted', 'gave access to'],
  ['account', 'signed_in', 'signed in'],
  ['wax_seal', 'melted_down', 'melted down the wax seal'],
  ['constructor', 'toString', 'toString the constructor'],
])('%s %s reads as “%s”', (resourceType, action, deed) => {
  expect(deedOf({ resourceType, action })).toBe(deed)
})

test('people are called as they are in People', () => {
  expect(personName({ userId: 'a', email: 'ada@example.com' })).toBe('ada@example.com')
  expect(personName({ userId: 'a', email: null })).toBe('somebody who is gone')
  expect(personName({ userId: null, email: null })).toBe('somebody unknown')
})

test.each([
  ['venueNotes', 'Venue notes'],
  ['isActive', 'Switched on'],
  ['city', 'City'],
  ['toString', 'To string'],
])('the field %s is called “%s”', (field, name) => expect(fieldName(field)).toBe(name))

test('what a field held can be read', () => {
  expect(heldBy(['solo', { a: 1 }])).toEqual(['solo', '{"a":1}'])
  expect(heldBy({ a: 1 })).toBe('{"a":1}')
  expect([heldBy(null), heldBy(false), heldBy(3)]).toEqual([null, false, 3])
})
