import { expect, test } from 'vitest'
import { slugOf, slugPrefix, uniqueSlug } from '#domain/slug.ts'

test.each([
  ['Sjøboden, Tromsø', 'sjoboden-tromso'],
  ['SMØRREBRØD & Ærø', 'smorrebrod-aero'],
  ['Łódź', 'lodz'],
  ['Đakovo – Ðurðevac', 'dakovo-durdevac'],
  ['Þingvellir', 'thingvellir'],
  ['Œuvre, œuf', 'oeuvre-oeuf'],
  ['Straße, GROẞ', 'strasse-gross'],
  ['İstanbul, Diyarbakır', 'istanbul-diyarbakir'],
  ['Valletta Ħamrun', 'valletta-hamrun'],
  ['Åre, Malmö, Zürich, Señor', 'are-malmo-zurich-senor'],
])('transliterates %s to ASCII letters', (words, slug) => expect(slugOf(words)).toBe(slug))

test('a taken slug gets a number and stays within 100 characters', () => {
  expect(uniqueSlug('night-ferry', new Set(['night-ferry', 'night-ferry-2']))).toBe('night-ferry-3')
  const long = slugOf('a very long name of a record '.repeat(9))
  expect(long.length).toBeLessThanOrEqual(100)
  const taken = new Set([long])
  for (let at = 0; at < 120; at++) taken.add(uniqueSlug(long, taken))
  expect(taken.size).toBe(121)
  for (const slug of taken) {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(slug.length).toBeLessThanOrEqual(100)
    expect(slug.startsWith(slugPrefix(long))).toBe(true)
  }
})
