import { expect, test } from 'vitest'
import {
  addAllowedService,
  consentKey,
  consentPurposesOf,
  createConsentRecord,
  createPreferences,
  hasConsentFor,
  parseConsent,
  parsePreferences,
  preferencesKey,
  removeAllowedService,
  storageKeysToClear,
  themeKey,
} from '#domain/privacy/consent.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

const now = new Date('2026-05-01T12:00:00Z')

test.each([
  [{}, []],
  [{ discography: true }, []],
  [{ shop: { enabled: true, type: 'stripe' }, digitalProducts: true }, ['plays']],
  [{ shop: { enabled: false, type: 'stripe' }, digitalProducts: true }, []],
  [{ media: { enabled: true } }, ['players']],
] as const)('a site with %o needs consent for %o', (changes, needed) => {
  const { features } = siteWithDefaults(minimalSite())
  expect(consentPurposesOf({ features: { ...features, ...changes } })).toEqual(needed)
})

test('“accept all” allows functional storage too', () => {
  expect(createConsentRecord('accept-all', now)).toEqual({
    accepted: true,
    version: '1.0',
    timestamp: '2026-05-01T12:00:00.000Z',
    types: ['essential', 'functional'],
  })
  expect(createPreferences('accept-all')).toEqual({
    version: '2024.1',
    essential: true,
    functional: true,
    services: [],
  })
  expect(hasConsentFor(createConsentRecord('accept-all', now), 'functional')).toBe(true)
})

test('“essential only” allows only essential storage', () => {
  expect(createConsentRecord('essential-only', now)).toMatchObject({ accepted: false, types: ['essential'] })
  expect(createPreferences('essential-only')).toEqual({
    version: '2024.1',
    essential: true,
    functional: false,
    services: [],
  })
  expect(hasConsentFor(createConsentRecord('essential-only', now), 'functional')).toBe(false)
  expect(hasConsentFor(null, 'functional')).toBe(false)
  expect(hasConsentFor(null, 'essential')).toBe(true)
})

const stored = (changes: object) => JSON.stringify({ ...createConsentRecord('essential-only', now), ...changes })

test.each([
  ['nothing', null, true],
  ['either choice', stored({}), false],
  ['a choice for all', JSON.stringify(createConsentRecord('accept-all', now)), false],
  ['an older version', stored({ version: '0.9' }), true],
  ['a newer version', stored({ version: '1.1' }), true],
  ['no version', stored({ version: undefined }), true],
  ['a version that is a number', stored({ version: 1 }), true],
  ['no types', stored({ types: null }), true],
  ['no decision', stored({ accepted: 'yes' }), true],
  ['half a record', '{"accepted":true,"ver', true],
  ['a word', '"accepted"', true],
  ['null', 'null', true],
  ['an empty text', '', true],
  ['a list', '[]', true],
])('with %s in local storage, the cookie banner is shown: %s', (_, text, shows) => {
  // `useConsent` asks exactly when there is no record.
  expect(parseConsent(text) === null).toBe(shows)
})

test('ignores an unknown consent type in local storage', () => {
  expect(parseConsent(stored({ types: ['essential', 'marketing', '__proto__'] }))?.types).toEqual(['essential'])
})

test('declining clears all stored keys except consent, preferences and theme', () => {
  const keys = ['cart', consentKey, 'dismissed-announcements', themeKey, preferencesKey, 'theme-old', '']
  expect(storageKeysToClear(keys)).toEqual(['cart', 'dismissed-announcements', 'theme-old', ''])
})

test('consent for the player of one service applies to that service only', () => {
  const unasked = parsePreferences(null)
  expect(unasked).toEqual({ version: '2024.1', essential: true, functional: false, services: [] })
  const allowed = addAllowedService(addAllowedService(addAllowedService(unasked, 'YouTube'), 'Vimeo'), 'YouTube')
  expect(allowed).toEqual({ ...unasked, services: ['Vimeo', 'YouTube'] })
  expect(parsePreferences(JSON.stringify(allowed)).services.toSorted()).toEqual(['Vimeo', 'YouTube'])
  expect(removeAllowedService(allowed, 'Vimeo').services).toEqual(['YouTube'])
})

test.each([
  ['another version', { version: '2023.1', functional: true, services: ['YouTube'] }, false, []],
  ['none of the services', { version: '2024.1', functional: true }, true, []],
  [
    'services that are no names',
    { version: '2024.1', functional: 'yes', services: [null, 'Vimeo', 7] },
    false,
    ['Vimeo'],
  ],
  ['a list', [], false, []],
])('stored preferences with %s keep only their valid values', (_, stored, functional, services) => {
  expect(parsePreferences(JSON.stringify(stored))).toMatchObject({ functional, services })
})
