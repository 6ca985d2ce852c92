import { expect, test } from 'vitest'
import { afterSave, isUnsaved, withLocalDates } from '#web/admin/ui/editor/editor-state.ts'

const sent = { city: ' Berlin', venue: 'Lido', tags: ['solo'] }
const saved = { city: 'Berlin', venue: 'Lido', tags: ['solo'] }
const unchanged = { values: saved, stored: saved, mine: {}, uploads: {} }

test('keeps a field that was edited during the save, and counts it as unsaved', () => {
  const now = { ...sent, venue: 'Lido, bar', tags: ['solo', 'seated'] }
  const values = afterSave(now, { sent, saved })
  expect(values).toEqual({ city: 'Berlin', venue: 'Lido, bar', tags: ['solo', 'seated'] })
  expect(isUnsaved({ ...unchanged, values })).toBe(true)
})

test('takes the stored values when no field was edited during the save', () => {
  expect(afterSave(sent, { sent, saved })).toEqual(saved)
  expect(isUnsaved(unchanged)).toBe(false)
})

test('counts own values beside a newer version, and running uploads, as unsaved', () => {
  expect(isUnsaved({ ...unchanged, mine: { venue: 'Lido, bar' } })).toBe(true)
  expect(isUnsaved({ ...unchanged, uploads: { venue: 'The picture is still being uploaded.' } })).toBe(true)
})

test.each([
  ['en-US', 'Please enter a date like 05/31/2026.'],
  ['en-GB', 'Please enter a date like 31/05/2026.'],
  ['de', 'Please enter a date like 31.05.2026.'],
])('a date in an error has the format of the fields of a browser in %s', (locale, sentence) => {
  expect(withLocalDates('Please enter a date like 2026-05-31.', locale)).toBe(sentence)
})
