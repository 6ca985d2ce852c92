import { expect, test } from 'vitest'
import {
  conflictingOwnValues,
  hasUnsavedChanges,
  valuesAfterSave,
  withValueAtPath,
} from '#web/admin/ui/editor/editor-state.ts'

const sent = { city: ' Berlin', venue: 'Lido', tags: ['solo'] }
const saved = { city: 'Berlin', venue: 'Lido', tags: ['solo'] }
const unchanged = { values: saved, stored: saved, mine: [], uploads: {} }

test('a form keeps a field that was edited during the save, and counts it as unsaved', () => {
  const now = { ...sent, venue: 'Lido, bar', tags: ['solo', 'seated'] }
  const values = valuesAfterSave(now, { sent, saved })
  expect(values).toEqual({ city: 'Berlin', venue: 'Lido, bar', tags: ['solo', 'seated'] })
  expect(hasUnsavedChanges({ ...unchanged, values })).toBe(true)
})

test('a form takes the stored values when no field was edited during the save', () => {
  expect(valuesAfterSave(sent, { sent, saved })).toEqual(saved)
  expect(hasUnsavedChanges(unchanged)).toBe(false)
})

test('counts own values beside a newer version, and running uploads, as unsaved', () => {
  expect(hasUnsavedChanges({ ...unchanged, mine: [{ name: 'venue', path: [], value: 'Lido, bar' }] })).toBe(true)
  expect(hasUnsavedChanges({ ...unchanged, uploads: { venue: 'The picture is still being uploaded.' } })).toBe(true)
})

const stored = {
  light: { colours: { primary: { 500: '#1', 600: '#2' } }, stops: ['#3', '#4'] },
  menu: [{ label: 'Tour' }, { label: 'Shop' }] as { label: string }[] | null,
  name: 'Anna',
}
type Stored = typeof stored
const own = (mine: Partial<Stored>, newest: Partial<Stored>, areSingle = true) =>
  conflictingOwnValues<Stored>({
    names: ['light', 'menu', 'name'],
    stored,
    mine: { ...stored, ...mine },
    newest: { ...stored, ...newest },
    areSingle,
  })
const light = (changes: object, stops = stored.light.stops): Stored['light'] => ({
  colours: { primary: { ...stored.light.colours.primary, ...changes } },
  stops,
})

test('a conflict names the single values that the administrator has changed and the newer version has otherwise', () => {
  expect(
    own({ light: light({ 600: '#mine' }, ['#3', '#mine']) }, { light: light({ 500: '#b', 600: '#theirs' }) }),
  ).toEqual([
    { name: 'light', path: ['colours', 'primary', '600'], value: '#mine' },
    { name: 'light', path: ['stops', 1], value: '#mine' },
  ])
  expect(own({ light: light({ 600: '#both' }) }, { light: light({ 600: '#both', 500: '#b' }) })).toEqual([])
  expect(own({ name: 'Bert' }, { name: 'Cora' })).toEqual([{ name: 'name', path: [], value: 'Bert' }])
  const whole = own({ light: light({ 600: '#mine' }) }, { light: light({ 600: '#theirs' }) }, false)
  expect(whole).toEqual([{ name: 'light', path: [], value: light({ 600: '#mine' }) }])
})

test('treats a list whose length differs between versions as a single conflicting value', () => {
  const renamed = [{ label: 'Dates' }, { label: 'Shop' }]
  for (const menu of [[{ label: 'Shop' }], null]) {
    expect(own({ menu: renamed }, { menu })).toEqual([{ name: 'menu', path: [], value: renamed }])
    expect(own({ menu }, { menu: renamed })).toEqual([{ name: 'menu', path: [], value: menu }])
  }
  expect(own({ menu: renamed }, { menu: [{ label: 'Tour' }, { label: 'Music' }] })).toEqual([
    { name: 'menu', path: [0, 'label'], value: 'Dates' },
  ])
})

test('taking over an own value keeps the other values of the newer version', () => {
  expect(withValueAtPath(light({ 500: '#b', 600: '#theirs' }), ['colours', 'primary', '600'], '#mine')).toEqual(
    light({ 500: '#b', 600: '#mine' }),
  )
  expect(withValueAtPath([{ label: 'Tour' }, { label: 'Music' }], [0, 'label'], 'Dates')).toEqual([
    { label: 'Dates' },
    { label: 'Music' },
  ])
  expect(withValueAtPath('Cora', [], 'Bert')).toBe('Bert')
})
