import { expect, test } from 'vitest'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import {
  addToMainMenu,
  createOwnPage,
  deleteOwnPage,
  isInMainMenu,
  isMainMenuFull,
  moveOwnPage,
  ownPageAddressProblem,
  proposePageAddress,
} from '#domain/site-editor/own-pages.ts'
import { applyPartEdits } from '#domain/site-editor/part-edits.ts'

const link = (target: string) => ({ target, label: target })
const document: SiteDocument = {
  navigation: { main: [link('/tour'), link('/deep-cuts')], footer: null },
  'own-a': createOwnPage('Deep cuts', '/deep-cuts'),
  'own-b': createOwnPage('Press kit', '/press-kit'),
}

test.each([
  ['/press-kit', 'is the address of another page'],
  ['/tour', 'is an address of the website itself'],
  ['/admin', 'is an address of the website itself'],
  ['/Deep Cuts', 'must be words in lower case joined by hyphens, such as /house-concerts'],
  ['/deep-cuts', null],
])('the address %s of an own page has the problem: %s', (address, problem) => {
  expect(ownPageAddressProblem(document, address, 'own-a')).toBe(problem)
})

test.each([
  ['House concerts', '/house-concerts'],
  ['Deep cuts', '/deep-cuts-2'],
  ['Tour', '/tour-2'],
  ['東京', '/page'],
  ['x'.repeat(300), `/${'x'.repeat(56)}`],
])('proposes an address for %s that no page has', (title, address) => {
  expect(proposePageAddress(document, title)).toBe(address)
})

test('deleting an own page removes its links from the menus', () => {
  const after = applyPartEdits(document, deleteOwnPage(document, 'own-a'))
  expect(after['own-a']).toBeUndefined()
  expect(after.navigation).toEqual({ main: [link('/tour')], footer: null })
  expect(deleteOwnPage(document, 'own-b')).toEqual({ 'own-b': null })
})

test('moving an own page to a valid address updates its menu links and no others', () => {
  const moved = (address: string) => moveOwnPage(document, 'own-a', { address, before: '/deep-cuts' })
  expect(moved('/rarities').navigation).toMatchObject({ main: [link('/tour'), { target: '/rarities' }] })
  expect(moved('/tour').navigation).toBeUndefined()
  expect(moved('/tour')['own-a']).toMatchObject({ address: '/tour' })
})

test('adds a page to the end of the main menu once, and to the standard menu as it is', () => {
  const added = applyPartEdits(document, addToMainMenu(document, 'own-b'))
  expect(added.navigation?.main?.at(-1)).toEqual({ target: '/press-kit', label: 'Press kit' })
  expect(isInMainMenu(added, 'own-b')).toBe(true)
  expect(addToMainMenu(added, 'own-b')).toEqual({})
  const standard = { ...document, navigation: { main: null, footer: null } }
  expect(
    applyPartEdits(standard, addToMainMenu(standard, 'own-b')).navigation?.main?.map(({ target }) => target),
  ).toEqual(expect.arrayContaining(['/tour', '/contact', '/press-kit']))
})

test('adds no page to a menu that has twenty links', () => {
  const full = {
    ...document,
    navigation: { main: Array.from({ length: 20 }, (_, at) => link(`/p${at}`)), footer: null },
  }
  expect([isMainMenuFull(document), isMainMenuFull(full), addToMainMenu(full, 'own-b')]).toEqual([false, true, {}])
})
